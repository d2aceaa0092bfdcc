/**
 * A catalogue of books that never were. It follows from a fixed seed, so every start sells the same ones and
 * two revisions of the shop answer alike.
 */

const BOOKS = 7000;
const SENTENCES_PER_BOOK = 4;

const ADJECTIVES = `amber ancient bitter borrowed bright broken burning careful clever crooked crystal daring
  distant drowned dusty early electric empty endless faithful fallen famous feathered final forgotten fragile
  frozen gentle gilded golden graceful hidden hollow honest humble hungry impossible invisible iron ivory
  jealous last late little lonely long lost loud lucky marble midnight mild modest narrow nameless northern
  odd painted pale patient perfect plain proud quiet rainy rare reluctant restless royal ruined rusty salty
  scarlet second secret seventh silent silver slow southern sudden sunken tangled tender thirsty thorny
  unlikely unwritten vanished velvet violet wandering warm weary western whispering wild winding wooden`;

const NOUNS = `accordion almanac anchor apple apprentice archive astronomer atlas attic avalanche baker balcony
  ballad beekeeper bell bicycle bishop bridge butterfly candle caravan carpenter cartographer castle cathedral
  cello chart chess clock cobbler comet compass cook crow dancer desert diary dragon duchess echo eclipse
  engine envelope falcon ferry fiddler fig fisher flood forest fox garden gardener ghost glacier granary
  harbour harvest heron horizon hurricane inkwell inn island judge kettle key kingdom kite ladder lantern
  letter library lighthouse lock locksmith map market meadow melody mill mirror monsoon mountain museum
  needle nightingale notebook oak ocean orchard orchestra owl painter palace parrot pearl pianist pilgrim
  pilot pirate porcelain postman prairie printer prophet puppet quarry queen railway raven recipe reef
  riddle river road sailor saint school shadow shepherd ship signal skylark smith snow soldier sparrow
  spring spy stable staircase station storm stranger swan tailor tavern teacher telegram theatre thief
  thunder tide tower train treasure tulip tunnel umbrella valley viola violin voyage watchmaker waterfall
  weaver well whale willow window winter witness wolf yard zoo`;

const FIRST_NAMES = `Ada Anselm Beatrix Bruno Clara Cosmo Delia Edgar Elif Emil Fanny Farid Greta Hamza Hedda
  Henrik Ines Ivo Jana Jonas Kaito Katya Leila Lorenz Maeve Marek Mina Nadia Nils Odile Otto Paloma Pavel
  Quentin Rosa Rufus Sefa Silas Tamar Theo Ulla Viktor Wanda Yara Yusuf Zeno`;

const PLACES = `Abbotsmere Brackholm Calderwick Dunmarrow Eastfell Farrowgate Glimmerford Hartsby Inverlaith
  Kelsmoor Lowenstad Marrowbay Nettleham Oldbridge Pellworth Quillhaven Ravenscar Saltmarsh Thornbury
  Underhill Valmere Westerlund Yarrowdale Zellingen`;

const TITLES = [
  (pick) => `The ${pick.adjective()} ${pick.noun()}`,
  (pick) => `The ${pick.noun()} of ${pick.place()}`,
  (pick) => `A ${pick.noun()} for the ${pick.noun()}`,
  (pick) => `${pick.adjective()} ${pick.noun()}, ${pick.adjective()} ${pick.noun()}`,
];

const SENTENCES = [
  (pick) =>
    `In ${pick.place()}, a ${pick.adjective()} ${pick.noun()} changes the life of ${pick.name()} the ${pick.noun()}.`,
  (pick) =>
    `Nobody believes ${pick.name()} when the ${pick.noun()} and the ${pick.adjective()} ${pick.noun()} disappear.`,
  (pick) => `It begins with a ${pick.noun()}, a ${pick.noun()} and a ${pick.adjective()} promise.`,
  (pick) =>
    `What ${pick.name()} finds behind the ${pick.adjective()} ${pick.noun()} cannot be told in ${pick.place()}.`,
  (pick) =>
    `A ${pick.adjective()} tale of one ${pick.noun()} too many, and of the road back to ${pick.place()}.`,
];

/** Pseudo-random numbers in [0, 1): a linear congruential generator modulo 2^32 (Numerical Recipes' constants). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeBooks() {
  const random = randomNumbers(2024);
  const oneOf = (choices) => choices[Math.floor(random() * choices.length)];
  const picker = (words) => {
    const choices = words.trim().split(/\s+/);
    return () => oneOf(choices);
  };
  const pick = {
    adjective: picker(ADJECTIVES),
    noun: picker(NOUNS),
    name: picker(FIRST_NAMES),
    place: picker(PLACES),
  };
  return Array.from({ length: BOOKS }, (_, i) => ({
    id: i + 1,
    title: capitalise(oneOf(TITLES)(pick)),
    author: `${pick.name()} ${pick.place()}`,
    year: 1890 + Math.floor(random() * 135),
    price: 450 + 50 * Math.floor(random() * 60), // cents
    description: Array.from({ length: SENTENCES_PER_BOOK }, () => oneOf(SENTENCES)(pick)).join(' '),
  }));
}

function capitalise(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** Every book, by ascending id from 1. */
export const books = makeBooks();

/** The book with this id, or undefined. */
export function findBook(id) {
  return books[id - 1];
}
