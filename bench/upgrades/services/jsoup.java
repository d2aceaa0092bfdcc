import com.sun.net.httpserver.HttpServer;

/** The links of a page. */
class Service {
  public static void main(String[] args) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var part = "<div class='book' data-id=7><h2>Book &amp; more</h2><p>A <b>bold</b> text &mdash; with an "
        + "<a href='/books/7'>own page</a>.<br></p><!-- end --></div>\n";
    var page = "<!doctype html><title>Books</title><body>" + part.repeat(300);
    var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    var server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> {
      var links = org.jsoup.Jsoup.parse(page).select("a[href]").toString().getBytes();
      exchange.sendResponseHeaders(200, links.length);
      exchange.getResponseBody().write(links);
      exchange.close();
    });
    server.setExecutor(java.util.concurrent.Executors.newFixedThreadPool(4));
    server.start();
  }
}
