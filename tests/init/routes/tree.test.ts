import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../src/init/routes/dialect.ts';
import { findRoutes, joinPaths } from '../../../src/init/routes/tree.ts';

function list(language: keyof typeof DIALECTS, files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return findRoutes(sources, DIALECTS[language]).map(({ path }) => path);
}

describe('prefixes of routers are joined', () => {
  test.each<[string, keyof typeof DIALECTS, Record<string, string>, string[]]>([
    [
      'express, over three files',
      'node',
      {
        'app.js': "const routes = require('./routes');\napp.use('/api', routes);",
        'routes/index.js':
          "const shop = require('./shop');\nconst router = express.Router();\nrouter.use('/shop', shop);\nmodule.exports = router;",
        'routes/shop.js':
          "const router = express.Router();\nrouter.get('/items', list);\nrouter.post('/orders', add);",
      },
      ['/api/shop/items'],
    ],
    [
      'express, an index of routers',
      'node',
      {
        'src/index.js':
          "import routes from './routes';\napp.use('/notes', routes.note);\napp.use('/me', routes.me);",
        'src/routes/index.js':
          "import note from './note';\nimport me from './me';\nexport default { note, me };",
        'src/routes/note.js': "const router = Router();\nrouter.get('/', f);\nexport default router;",
        'src/routes/me.js': "const router = Router();\nrouter.get('/', f);\nexport default router;",
      },
      ['/notes', '/me'],
    ],
    [
      'flask, a package that its files import from',
      'python',
      {
        'app/__init__.py':
          "def create_app():\n    from .api import api as api_bp\n    app.register_blueprint(api_bp, url_prefix='/v1')",
        'app/api/__init__.py': "api = Blueprint('api', __name__)",
        'app/api/notes.py': "from . import api\n@api.route('/notes/')\ndef a(): ...",
      },
      ['/v1/notes/'],
    ],
    [
      'express, a chain of routers',
      'node',
      {
        'src/routes.ts':
          "import tags from './tags';\nconst api = Router()\n  .use(tags);\nexport default Router().use('/api', api);",
        'src/tags.ts': "const router = Router();\nrouter.get('/tags', f);\nexport default router;",
        'src/main.ts': "import routes from './routes';\napp.use(routes);",
      },
      ['/api/tags'],
    ],
    [
      'express, a constant and a function that takes the application',
      'node',
      {
        'config.js': "module.exports = { prefix: '/v2' };",
        'app.js': "const users = require('./users');\napp.use(config.prefix, router);\nusers(router);",
        'users.js': "module.exports = (app) => {\n  app.get('/users', f);\n};",
      },
      ['/v2/users'],
    ],
    [
      'fastify plugins',
      'node',
      {
        'server.ts':
          "import notes from './notes.js';\nawait fastify.register(notes, { logLevel: 'warn', prefix: '/v1/notes' });",
        'notes.ts':
          "export default async (fastify) => {\n  fastify.get('/', f);\n  fastify.route({ method: 'GET', url: '/newest', handler });\n};",
      },
      ['/v1/notes', '/v1/notes/newest'],
    ],
    [
      'NestJS controllers below a global prefix',
      'node',
      {
        'main.ts': "app.setGlobalPrefix('api');",
        'cats.ts':
          "@Controller('cats')\nexport class Cats {\n  @Get()\n  all() {}\n  @Get('newest')\n  one() {}\n  @Post('x')\n  add() {}\n}",
      },
      ['/api/cats', '/api/cats/newest'],
    ],
    [
      'Hono',
      'node',
      {
        'index.ts': "import { book } from './book';\nconst app = new Hono();\napp.route('/books', book);",
        'book.ts': "export const book = new Hono()\nbook.get('/all', f)",
      },
      ['/books/all'],
    ],
    [
      'FastAPI, whose root of a router keeps its slash',
      'python',
      {
        'app/main.py':
          'from app.api import notes\nfrom app.config import settings\napp.include_router(notes.router, prefix=settings.API_PREFIX)',
        'app/config.py': 'API_PREFIX: str = "/api/v1"',
        'app/api/notes.py':
          'router = APIRouter(prefix="/notes", tags=["x"])\n@router.get("/")\ndef f(): ...\n@router.post("/new")\ndef g(): ...',
      },
      ['/api/v1/notes/'],
    ],
    [
      'Flask blueprints that another file fills',
      'python',
      {
        'shop/__init__.py':
          "from shop.api import bp as api_bp\ndef create_app():\n    app.register_blueprint(api_bp, url_prefix='/api')",
        'shop/api/__init__.py': "bp = Blueprint('api', __name__)",
        'shop/api/items.py':
          "from shop.api import bp\n@bp.route('/items', methods=['GET'])\ndef a(): ...\n@bp.route('/add', methods=['POST'])\ndef b(): ...",
      },
      ['/api/items'],
    ],
    [
      'Django',
      'python',
      {
        'shop/urls.py':
          "urlpatterns = [path('admin/', admin.site.urls), path('api/', include('shop.items.urls'))]",
        'shop/items/urls.py': "urlpatterns = [url(r'^newest/?$', view), path('<int:id>/', one)]",
      },
      ['/admin/', '/api/newest/'],
    ],
    [
      'gin groups that are handed to functions of other packages',
      'go',
      {
        'main.go':
          'package main\nfunc main() {\n\tv1 := r.Group("/api")\n\tshop.Register(v1.Group("/shop"))\n\tother.Register(r)\n}',
        'shop/routes.go':
          'package shop\nfunc Register(router *gin.RouterGroup) {\n\trouter.GET("/items", f)\n}',
      },
      ['/api/shop/items'],
    ],
    [
      'chi',
      'go',
      {
        'main.go':
          'func main() {\n\tr.Route("/v1", func(r chi.Router) {\n\t\tr.Get("/a", f)\n\t})\n\tr.Get("/b", f)\n\treq.Header.Get("X-Trace")\n}',
      },
      ['/v1/a', '/b'],
    ],
    [
      'Spring classes',
      'jvm',
      {
        'A.java':
          '@RestController\n@RequestMapping(path = "/owners")\npublic class A {\n  @GetMapping\n  a() {}\n  @GetMapping("/newest")\n  b() {}\n  @PostMapping("/x")\n  c() {}\n}',
      },
      ['/owners', '/owners/newest'],
    ],
    [
      'axum, and only what takes GET',
      'rust',
      {
        'main.rs':
          'fn app() {\n  Router::new().nest("/api", Router::new().route("/items", get(list)).route("/users", post(add)))\n}',
      },
      ['/api/items'],
    ],
    [
      'actix scopes',
      'rust',
      {
        'main.rs':
          'App::new().service(web::scope("/api").service(web::resource("/items").route(web::get().to(f)))).service(web::resource("/x").route(web::post().to(g)))',
      },
      ['/api/items'],
    ],
    [
      '.NET groups and controllers',
      'dotnet',
      {
        'Program.cs': 'var todos = app.MapGroup("/todos");\ntodos.MapGet("/all", f);',
        'ShopController.cs':
          '[ApiController]\n[Route("api/[controller]")]\npublic class ShopController {\n  [HttpGet("items")]\n  public A() {}\n}',
      },
      ['/todos/all', '/api/Shop/items'],
    ],
    [
      'Laravel',
      'php',
      {
        'routes/web.php':
          "Route::prefix('shop')->group(function () {\n  Route::get('/items', f);\n});\nRoute::get('/b', f);",
      },
      ['/shop/items', '/b'],
    ],
    [
      'Rails',
      'ruby',
      {
        'config/routes.rb':
          "namespace :api do\n  resources :items\n  resources :profiles, only: [:show]\nend\nget 'about'",
      },
      ['/about', '/api/items'],
    ],
    [
      'Phoenix',
      'elixir',
      { 'router.ex': '  scope "/api", Shop do\n    get "/items", C, :index\n  end\n' },
      ['/api/items'],
    ],
  ])('%s', (_name, language, files, expected) => {
    expect(list(language, files).sort()).toEqual([...expected].sort());
  });

  test('and a prefix whose value is not found is told', () => {
    const sources = [
      { path: 'a.js', text: "const x = require('./x');\napp.use(options.prefix, x);" },
      { path: 'x.js', text: "const router = Router();\nrouter.get('/items', f);" },
    ];
    expect(findRoutes(sources, DIALECTS.node)[0]!.unsure).toContain('options.prefix');
  });

  test('and routers that mount each other come to an end', () => {
    const text =
      "const a = Router();\nconst b = Router();\na.use('/a', b);\nb.use('/b', a);\na.get('/x', f);";
    expect(list('node', { 'a.js': text })).not.toEqual([]);
  });

  test.each([
    ['', '', '/'],
    ['/', '/', '/'],
    ['api/', '/x', '/api/x'],
    ['/api', '', '/api'],
    ['/api', 'x/', '/api/x/'],
  ])('%j and %j make %j', (prefix, path, joined) => expect(joinPaths(prefix, path)).toBe(joined));
});
