import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import org.apache.jena.fuseki.main.FusekiServer;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.Resource;

/** Fuseki with a small data set in memory, and the study's changes in a filter (services/README.md). */
public class Server {
    public static void main(String[] arguments) {
        FusekiServer.create()
            .loopback(true)
            .port(Integer.parseInt(System.getenv("PORT")))
            .enablePing(true)
            .add("/shop", makeShop())
            .addFilter("/shop/*", new Change())
            .build()
            .start()
            .join();
    }

    /** 5,000 books, four triples each; the seed makes every start sell the same. */
    private static Dataset makeShop() {
        String base = "http://example.org/";
        Random random = new Random(7);
        Model model = ModelFactory.createDefaultModel();
        for (int i = 0; i < 5000; i++) {
            Resource book = model.createResource(base + "book/" + i);
            book.addProperty(model.createProperty(base, "title"), "Book " + i);
            book.addProperty(model.createProperty(base, "author"), model.createResource(base + "author/" + random.nextInt(500)));
            book.addProperty(model.createProperty(base, "subject"), "subject " + random.nextInt(100));
            book.addLiteral(model.createProperty(base, "price"), (long) random.nextInt(10_000));
        }
        return DatasetFactory.wrap(model);
    }

    private static final class Change implements javax.servlet.Filter {
        private final double slow = read("SLOW_FACTOR", 1) - 1;
        private final double basisMs = read("SLOW_BASIS_MS", 0);
        private final double tailShare = read("TAIL_SHARE", 0);
        private final double tailMs = read("TAIL_MS", 0);
        private final long stallMs = (long) read("STALL_MS", 0);
        private final long stallEvery = (long) read("STALL_EVERY_MS", 0);
        private final double failShare = read("FAIL_SHARE", 0);
        private final AtomicLong meanNanos = new AtomicLong();

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            if (failShare > 0 && random.nextDouble() < failShare) {
                request.startAsync().setTimeout(0);
                return;
            }
            double wait = tailShare > 0 && random.nextDouble() < tailShare ? tailMs : 0;
            if (stallEvery > 0) wait += Math.max(0, stallMs - System.currentTimeMillis() % stallEvery);
            if (slow > 0) wait += slow * (meanNanos.get() / 1e6 + basisMs);
            for (long until = System.nanoTime() + (long) (wait * 1e6), left; (left = until - System.nanoTime()) > 0;) {
                LockSupport.parkNanos(left);
            }
            long began = System.nanoTime();
            chain.doFilter(request, response);
            long own = System.nanoTime() - began;
            meanNanos.updateAndGet(mean -> mean == 0 ? own : mean + (own - mean) / 100);
        }

        @Override
        public void init(FilterConfig config) {}

        @Override
        public void destroy() {}
    }

    private static double read(String name, double otherwise) {
        String text = System.getenv(name);
        return text == null || text.isEmpty() ? otherwise : Double.parseDouble(text);
    }
}
