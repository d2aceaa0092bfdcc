/**
 * Services and the changes of them. The split is in README.md.
 *
 * A change replaces `from` by `to` in `file`, once. `right` are the functions that may be named: the one that became
 * slower, or what only it calls; none where the change takes no CPU time. Null stands for garbage collection.
 */
const java = {
  build: 'javac -d out *.java',
  start: 'exec java -Dsun.net.httpserver.nodelay=true -cp out Main $PORT',
};
const node = { start: 'exec node server.mjs' };

export const SERVICES = [
  {
    name: 'node-catalog',
    half: 1,
    ...node,
    changes: [
      {
        kind: 'lost index',
        file: 'catalog.mjs',
        from: 'return byTag.get(tag) ?? [];',
        to: "return products.filter(({ title, tags }) => `${tags.join()},${title}`.split(',').includes(tag));",
        right: ['findByTag'],
      },
      {
        kind: 'serialisation',
        file: 'catalog.mjs',
        from: 'return list.map((item) => ({ ...item }));',
        to: 'return JSON.parse(JSON.stringify(Array(40).fill(list)))[0];',
        right: ['copyItems'],
      },
    ],
  },
  {
    name: 'node-cluster',
    half: 1,
    start: 'npm start',
    changes: [
      {
        kind: 'loop',
        file: 'report.cjs',
        from: 'for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);',
        to: 'for (const word of words) counts.set(word, words.reduce((sum, other) => sum + (other === word ? 1 : 0), 0));',
        right: ['countWords'],
      },
      {
        kind: 'more allocation',
        file: 'report.cjs',
        from: 'for (const [word, count] of counts) lines.push(`${word}: ${count}`);',
        to: 'for (const [word, count] of counts) lines.push([...Array(200)].map(() => ({ word, count })).map((one) => `${one.word}: ${one.count}`)[0]);',
        right: ['buildReport', null],
      },
    ],
  },
  {
    name: 'java-orders',
    half: 1,
    ...java,
    changes: [
      {
        kind: 'lost cache',
        file: 'OrderDesk.java',
        from: 'return known.computeIfAbsent(article, this::computePrice);',
        to: 'return computePrice(article);',
        right: ['OrderDesk.priceOf', 'OrderDesk.computePrice'],
      },
      {
        kind: 'regular expression',
        file: 'OrderDesk.java',
        from: 'return BLANKS.matcher(name.trim()).replaceAll(" ");',
        to: 'for (int i = 0; i < 40; i++) name = Pattern.compile("(\\\\s|\\\\t)+" + i + "?").matcher(name.trim()).replaceAll(" ");\n    return name;',
        right: ['OrderDesk.normalize'],
      },
    ],
  },
  {
    name: 'python-feed',
    half: 1,
    start: 'exec python3 server.py $PORT',
    changes: [
      {
        kind: 'lost index',
        file: 'feed.py',
        from: '    seen = set()\n',
        to: '    seen = type("Seen", (list,), {"add": list.append})()\n',
        right: ['drop_doubles'],
      },
      {
        kind: 'more queries',
        file: 'feed.py',
        from: '    return dict(store.execute(f"select id, name from author where id in ({marks})", ids))',
        to: '    return {i: store.execute("select name from author where id = ?", (i,)).fetchone()[0] for i in ids}',
        right: ['load_authors'],
      },
    ],
  },
  {
    name: 'go-ledger',
    half: 1,
    build: 'go build -o ledger .',
    start: 'exec ./ledger',
    changes: [
      {
        kind: 'loop',
        file: 'book/book.go',
        from: '	for _, each := range entries {\n		sums[each.account] += each.amount\n	}',
        to: '	for account := range sums {\n		for _, each := range entries {\n			if each.account == account {\n				sums[account] += each.amount\n			}\n		}\n	}',
        right: ['SumBalances'],
      },
      {
        kind: 'more allocation',
        file: 'book/book.go',
        from: '	var text strings.Builder\n	for account, balance := range balances {\n		fmt.Fprintf(&text, "%d: %.2f\\n", account, balance)\n	}\n	return text.String()',
        to: '	text := strings.Repeat(" ", 20_000)\n	for account, balance := range balances {\n		text += fmt.Sprintf("%d: %.2f\\n", account, balance)\n	}\n	return text',
        right: ['FormatLines', null],
      },
    ],
  },
  {
    name: 'go-search',
    half: 1,
    build: 'go build -o finder ./cmd/finder',
    start: 'exec ./finder',
    changes: [
      {
        kind: 'regular expression',
        file: 'text/index.go',
        from: '	return between.Split(strings.ToLower(text), -1)',
        to: '	for i := 0; i < 300; i++ {\n		text = regexp.MustCompile(fmt.Sprintf(`[^a-z%d]+`, i)).ReplaceAllString(text, " ")\n	}\n	return between.Split(strings.ToLower(text), -1)',
        right: ['Tokenize'],
      },
      {
        kind: 'lock',
        file: 'text/index.go',
        from: '	index.mutex.Unlock()\n	time.Sleep(2 * time.Millisecond)',
        to: '	time.Sleep(4 * time.Millisecond)\n	index.mutex.Unlock()',
        right: [],
      },
    ],
  },
  {
    name: 'node-basket',
    half: 2,
    build: `${new URL('../../node_modules/.bin/esbuild', import.meta.url).pathname} src/server.ts --bundle --minify --platform=node --sourcemap --outfile=dist/server.js`,
    start: 'exec node dist/server.js',
    changes: [
      {
        kind: 'lost index',
        file: 'src/pricing.ts',
        from: '  for (const line of basket.lines) reduce(line, percents.get(line.group) ?? 0);',
        to: '  for (const line of basket.lines)\n    reduce(line, [...percents].filter(([group]) => group === line.group).map(([, percent]) => percent)[0] ?? 0);',
        right: ['applyDiscounts'],
      },
      {
        kind: 'serialisation',
        file: 'src/pricing.ts',
        from: '  return { lines: basket.lines.map((line) => ({ ...line })), coupons: basket.coupons };',
        to: '  let copy = basket;\n  for (let i = 0; i < 12; i++) copy = JSON.parse(JSON.stringify(copy));\n  return copy;',
        right: ['cloneBasket'],
      },
    ],
  },
  {
    name: 'node-markdown',
    half: 2,
    ...node,
    changes: [
      {
        kind: 'regular expression',
        file: 'markdown.mjs',
        from: '  return text\n',
        to: "  for (let i = 0; i < 8; i++) text = text.replace(new RegExp(`(\\\\w+\\\\s?)+${i}!`), '');\n  return text\n",
        right: ['escapeHtml'],
      },
      {
        kind: 'lost cache',
        file: 'markdown.mjs',
        from: '  if (!compiled.has(name)) compiled',
        to: '  compiled',
        right: ['renderTemplate', 'compileTemplate'],
      },
    ],
  },
  {
    name: 'java-places',
    half: 2,
    ...java,
    changes: [
      {
        kind: 'loop',
        file: 'Places.java',
        from: 'if (distance(i, x, y) < distance(best, x, y)) best = i;',
        to: 'for (int j = 0; j < 15; j++) if (distance(i, x, y) < distance(best, x + j * 1e-9, y)) best = i;',
        right: ['Places.nearest', 'Places.distance'],
      },
      {
        kind: 'more allocation',
        file: 'Places.java',
        from: '    int count = 0;\n',
        to: '    int count = 0;\n    for (int turn = 0; turn < 60; turn++) {\n      List<double[]> points = new ArrayList<>();\n      for (int i = 0; i < east.length; i++) points.add(new double[] {east[i], north[i], turn});\n      count -= points.size() / 10_000;\n    }\n',
        right: ['Places.around', null],
      },
    ],
  },
  {
    name: 'java-words',
    half: 2,
    build: 'javac -d out src/words/*.java',
    start: 'exec java -Dsun.net.httpserver.nodelay=true -cp out words.Main $PORT',
    changes: [
      {
        kind: 'serialisation',
        file: 'src/words/Glossary.java',
        from: '      StringBuilder quoted = new StringBuilder("\\"");',
        to: '      for (int i = 0; i < 60; i++) text = String.format("%s", text).replace("short", "brief").replace("brief", "short");\n      StringBuilder quoted = new StringBuilder("\\"");',
        right: ['Glossary.JsonWriter.quote'],
      },
      {
        kind: 'lost index',
        file: 'src/words/Glossary.java',
        from: '    return meanings.get(term);',
        to: '    for (Map.Entry<String, String> each : meanings.entrySet()) {\n      if (each.getKey().equals(term)) return each.getValue();\n    }\n    return null;',
        right: ['Glossary.lookUp'],
      },
    ],
  },
  {
    name: 'python-notes',
    half: 2,
    start: 'exec python3 server.py',
    changes: [
      {
        kind: 'regular expression',
        file: 'notes/pages.py',
        from: '    return BOLD.sub(',
        to: '    for word in ("call", "about", "plain", "words"):\n        text = re.sub(r"(\\w+\\s*)?" + word, lambda match: match.group(0), text)\n    return BOLD.sub(',
        right: ['highlight'],
      },
      {
        kind: 'lost cache',
        file: 'notes/pages.py',
        from: '@functools.lru_cache(maxsize=None)\n',
        to: '',
        right: ['rate_note'],
      },
    ],
  },
  {
    name: 'go-timeline',
    half: 2,
    build: 'go build -o timeline ./cmd/timeline',
    start: 'exec ./timeline',
    changes: [
      {
        kind: 'lost cache',
        file: 'items/items.go',
        from: '	store.ranks.Store(title, rank)\n',
        to: '',
        right: ['Store.rankOf', 'computeRank'],
      },
      {
        kind: 'serialisation',
        file: 'items/items.go',
        from: '		text.WriteString(`{"title":`',
        to: '		for round := 0; round < 20; round++ {\n			fmt.Fprintf(&text, "%v%+v", "", each)\n			text.Truncate(text.Len() - len(fmt.Sprintf("%+v", each)))\n		}\n		text.WriteString(`{"title":`',
        right: ['EncodeItems'],
      },
    ],
  },
];
