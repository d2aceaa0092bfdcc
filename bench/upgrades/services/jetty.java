import jakarta.servlet.*;
import jakarta.servlet.http.*;
import org.eclipse.jetty.server.*;

/** A table that a servlet prints cell by cell. The servlet's classes are those of Jetty 11 or of 12. */
class Service extends HttpServlet {
  public static void main(String[] args) throws Exception {
    var home = "org.eclipse.jetty." + (Server.getVersion().startsWith("11") ? "" : "ee10.") + "servlet.Servlet";
    var holder = Class.forName(home + "Holder").getConstructor(Servlet.class).newInstance(new Service());
    var context = (Handler) Class.forName(home + "ContextHandler").getConstructor().newInstance();
    context.getClass().getMethod("addServlet", holder.getClass(), String.class).invoke(context, holder, "/");
    var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    var server = new Server(address);
    server.setHandler(context);
    server.start();
  }

  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    response.setContentType("text/csv;charset=utf-8");
    for (int cell = 0; cell < 8000; cell++) {
      response.getWriter().print(cell % 97);
      response.getWriter().print(cell % 20 == 19 ? '\n' : ',');
    }
  }
}
