const words = Array.from({ length: 1000 }, (_, i) => `word${(i * 7919) % 900}`);

function countWords() {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function buildReport(counts) {
  const lines = [];
  for (const [word, count] of counts) lines.push(`${word}: ${count}`);
  return lines.join('\n');
}

function checkSum(text) {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 65521;
  return sum;
}

module.exports = { countWords, buildReport, checkSum };
