import fc from 'fast-check';

/** A text with a few characters changed, dropped, doubled or put in: what slips of the hand make of it. */
export function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const marks = [
    ...' .%<=:-#"\'{}[]$*&!|>\n\tx9\0\u202e√',
    ...'req/s;ms; at ;${;$${; + ; x ;: ;- ;  '.split(';'),
  ];
  const piece = fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 3, unit: 'binary' }));
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.integer({ min: 0, max: 4 }),
    put: piece,
  });
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([original, edits]) =>
    edits.reduce((current, { at, drop, put }) => {
      const index = Math.floor(at * current.length);
      return current.slice(0, index) + put + current.slice(index + drop);
    }, original),
  );
}
