import { describe, expect, test } from 'vitest';
import { choosePaths } from '../../../src/init/routes/choice.ts';

const route = (path: string, around = '') => ({ path, file: 'a.js', around });
const choose = (...paths: string[]) => choosePaths(paths.map((path) => route(path))).path.text;

describe('the route to measure', () => {
  test.each([
    '/panic',
    '/users/delete',
    '/logout',
    '/sign-out',
    '/api/crash',
    '/500',
    '/deleteUser',
    '/shutdown',
    '/undefined',
  ])('is never %s', (path) => {
    expect(choose(path)).toBe('/');
    expect(choosePaths([route(path)]).path.why).toContain('no GET route');
  });

  test('is rather work than a health check, a page of docs or a login', () => {
    expect(choose('/healthz', '/docs', '/login', '/', '/_internal', '/items')).toBe('/items');
    expect(choose('/healthz', '/login', '/')).toBe('/');
    expect(choosePaths([route('/healthz'), route('/items')]).health).toBe('/healthz');
  });

  test('is rather one that neither redirects nor asks who is calling', () => {
    const home = route('/', "(req, res) => res.redirect('/login')");
    expect(choosePaths([home, route('/items')]).path.text).toBe('/items');
    expect(choosePaths([route('/mine', 'requireAuth, mine)'), route('/items')]).path.text).toBe('/items');
    expect(choosePaths([home]).path.why).toContain('seems to redirect');
  });

  test('is rather one of a file that is not for administrators', () => {
    const ofAdmin = ['app/admin.py', 'src/admin/users.rs'].map((file) => ({ ...route('/tasks'), file }));
    expect(choosePaths([...ofAdmin, route('/bookmarks', 'login_required')]).path.text).toBe('/bookmarks');
  });

  test('is a guess always, with the file in which it was found', () => {
    expect(choosePaths([route('/items')]).path.why).toMatch(/^found in a\.js; does it matter/);
  });
});
