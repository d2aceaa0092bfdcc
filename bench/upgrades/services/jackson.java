import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;

/** A feed of small events: each is read and written again on its own. */
class Service {
  public static void main(String[] args) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var mapper = new ObjectMapper();
    var event = "{\"id\":7,\"book\":{\"title\":\"Book 7\",\"price\":4.9},\"tags\":[\"a\",\"b\"],\"sold\":true}";
    var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    var server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> {
      var out = new java.io.ByteArrayOutputStream();
      for (int i = 0; i < 400; i++) out.writeBytes(mapper.writeValueAsBytes(mapper.readTree(event)));
      exchange.sendResponseHeaders(200, out.size());
      out.writeTo(exchange.getResponseBody());
      exchange.close();
    });
    server.setExecutor(java.util.concurrent.Executors.newFixedThreadPool(4));
    server.start();
  }
}
