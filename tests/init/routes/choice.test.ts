import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../../src/init/files/source.ts';
import { choosePaths } from '../../../src/init/routes/choice.ts';
import { listCandidates } from '../../../src/init/routes/literals.ts';

const paths = (files: Record<string, string>) =>
  choosePaths(Object.entries(files).map(([path, text]): SourceFile => ({ path, text })));

describe('the request to measure', () => {
  test.each([
    [
      'Express',
      {
        'a.js':
          "app.get('/healthz', ok); app.get('/', home); app.get('/search', f); app.get('/items/:id', g)",
      },
      '/search',
    ],
    [
      'FastAPI',
      { 'a.py': 'router = APIRouter(prefix="/items")\n@router.get("/all")\ndef f(): ...' },
      '/items/all',
    ],
    ['Flask', { 'a.py': "@app.route('/shops', methods=['GET'])" }, '/shops'],
    ['Django', { 'urls.py': "path('articles/', views.list),\npath('login/', views.login)," }, '/articles'],
    [
      'Go',
      { 'main.go': 'mux.HandleFunc("GET /albums", list)\nmux.HandleFunc("POST /carts", add)' },
      '/albums',
    ],
    ['a guard after the path', { 'main.go': 'g.GET("/orders", RequireClient, list)' }, '/orders'],
    [
      'Spring',
      { 'A.java': '@RequestMapping("/api/articles")\nclass A {\n@GetMapping("/latest")' },
      '/api/articles/latest',
    ],
    ['a route that is its controller', { 'a.ts': "@Controller('cats')\nclass A {\n  @Get()\n" }, '/cats'],
    ['Rails', { 'config/routes.rb': 'namespace :api do\n  resources "articles"' }, '/api/articles'],
    [
      'Laravel',
      {
        'routes/web.php':
          "Route::group(['namespace' => 'Api'], f);\nRoute::get('tags', 'TagController@index');",
      },
      '/tags',
    ],
    [
      'no description of an API',
      { 'urls.py': "path('api/schema/', views.schema),\npath('articles/', views.list)," },
      '/articles',
    ],
    ['no scope of ASGI', { 'a.py': 'if scope["type"] == "http": ...\n@app.get("/items")' }, '/items'],
    ['Rust', { 'main.rs': '.route("/tags", get(tags))' }, '/tags'],
    ['no settings of Nest', { 'a.ts': "configService.get('app.port', 3); app.get('/cats', f)" }, '/cats'],
  ])('of %s is a route of its own work', (_, files, path) => {
    expect(paths(files as never).path.text).toBe(path);
  });

  test('is never one that ends or takes away something, which is not asked either', () => {
    const found = paths({
      'a.js':
        "app.get('/panic', p)\napp.get('/deleteAll', d)\napp.get('/admin/shutdown', s)\napp.get('/users/logout', l)\napp.get('/cats', c)",
    });
    expect(found.candidates.filter((path) => /panic|delete|shutdown|logout/i.test(path))).toEqual([]);
    expect(found.path.text).toBe('/cats');
  });

  test('without any route says so', () => {
    expect(paths({ 'a.js': 'nothing' })).toEqual({
      candidates: [],
      path: { text: '/', why: expect.stringContaining('no GET route was found') },
    });
  });

  test('has the paths below the prefixes of other files among those that are asked', () => {
    const { candidates } = paths({
      'app.js': "app.use('/api', require('./routes'))",
      'routes/index.js': "router.use('/users', users)",
      'routes/users.js': "router.get('/all', f)",
    });
    expect(candidates).toContain('/api/users/all');
  });

  test('sees the first argument of a call on a line of its own', () => {
    const { candidates } = paths({
      'lib.rs': 'rocket::build()\n    .mount(\n        "/api",\n        routes![tags],',
      'tags.rs': '#[get("/tags")]',
    });
    expect(candidates).toContain('/api/tags');
  });

  test('takes a bounded number of paths from any amount of code, and time that grows with it', () => {
    const calls = Array.from(
      { length: 8 },
      (_, index) =>
        `func f${index}(g *gin.RouterGroup) {\n${'  f0(g)\n  f1(g)\n  f2(g)\n  f3(g)\n  f4(g)\n'}  g.GET("/r${index}", h)\n  x := g.Group("/p${index}")\n}`,
    );
    const files = calls.map((text, index) => ({ path: `p${index}/a.go`, text: text.repeat(200) }));
    expect(choosePaths(files).candidates.length).toBeLessThanOrEqual(120);
    const long = {
      path: 'a.js',
      text: `${'get('.repeat(50_000)}\n${'/'.repeat(200_000)}\n${'prefix "/a'.repeat(20_000)}`,
    };
    expect(listCandidates([long]).length).toBeLessThanOrEqual(2000);
  });
});
