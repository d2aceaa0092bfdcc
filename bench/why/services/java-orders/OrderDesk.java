import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

public class OrderDesk {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private final Map<Integer, Double> known = new ConcurrentHashMap<>();

  public String quote() {
    StringBuilder text = new StringBuilder();
    for (int article = 0; article < 60; article++) {
      text.append(normalize("  Article   number " + article + "  of  the   list ")).append(' ');
      text.append(priceOf(article)).append(discount(article)).append('\n');
    }
    return text.toString();
  }

  double priceOf(int article) {
    return known.computeIfAbsent(article, this::computePrice);
  }

  double computePrice(int article) {
    double price = article;
    for (int day = 1; day < 6000; day++) price += Math.sin(day * article) / day;
    return price;
  }

  double discount(int article) {
    double rate = 0;
    for (int step = 1; step < 400; step++) rate += 1.0 / (step * step + article);
    return rate;
  }

  String normalize(String name) {
    return BLANKS.matcher(name.trim()).replaceAll(" ");
  }
}
