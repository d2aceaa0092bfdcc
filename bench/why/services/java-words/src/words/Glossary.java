package words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Glossary {
  private final Map<String, String> meanings = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final JsonWriter writer = new JsonWriter();

  public Glossary() {
    for (int i = 0; i < 2000; i++) {
      meanings.put("term" + i, "what term " + i + " means, \"in short\"");
      if (i % 10 == 0) asked.add("term" + i);
    }
  }

  public String answer() {
    StringBuilder text = new StringBuilder();
    for (String term : asked) text.append(writer.quote(lookUp(term))).append(',');
    return text.append(score(text)).toString();
  }

  String lookUp(String term) {
    return meanings.get(term);
  }

  int score(CharSequence text) {
    int sum = 0;
    for (int round = 1; round < 150; round++) {
      for (int i = 0; i < text.length(); i++) sum += text.charAt(i) * round % 13;
    }
    return sum;
  }

  /** Writes strings as JSON. */
  static class JsonWriter {
    String quote(String text) {
      StringBuilder quoted = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) == '"') quoted.append('\\');
        quoted.append(text.charAt(i));
      }
      return quoted.append('"').toString();
    }
  }
}
