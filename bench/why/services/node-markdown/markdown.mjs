const templates = { page: `<html>${'<div class="frame">{body}</div>'.repeat(30)}</html>` };
const compiled = new Map();

export function splitBlocks(text) {
  return text.split('\n\n');
}

export function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function compileTemplate(source) {
  const parts = [];
  let part = '';
  for (const letter of source.repeat(100)) {
    part += letter;
    if (part.endsWith('{body}')) {
      parts.push(part.slice(0, -6));
      part = '';
    }
  }
  return parts.slice(0, 3);
}

export function renderTemplate(name, body) {
  if (!compiled.has(name)) compiled.set(name, compileTemplate(templates[name]));
  return compiled.get(name).join(body);
}

export function weighWords(blocks) {
  let weight = 0;
  for (const block of blocks) {
    for (let i = 0; i < block.length * 20; i++) weight += block.charCodeAt(i % block.length) % 7;
  }
  return weight;
}
