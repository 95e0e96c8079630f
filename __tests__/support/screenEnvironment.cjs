/**
 * The environment of the screens' tests. For one computed style, jsdom matches an element with every rule of every style sheet; a `getByRole`
 * computes hundreds of them, which was a sixth of the time of these tests. Nearly all rules want a class or a tag that the element does
 * not have: that is looked at first.
 */
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');
const { matchesDontThrow } = selectors;

/** Tags and classes (`.name`) that an element must have to match, for each alternative of a selector. */
const readNeeds = (selector) => {
  let bare = selector.replace(/"[^"]*"|'[^']*'/g, '').replace(/\[[^\]]*\]/g, '');
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '');
  if (/[\\()[\]"'|]/.test(bare)) return [[]];
  return bare.split(',').map((alternative) => {
    const subject = alternative
      .trim()
      .split(/[\s>+~]+/)
      .at(-1);
    return subject.replace(/[#:]+[\w-]+/g, '').match(/\.?[\w-]+/g) ?? [];
  });
};

const needs = new Map();
const needsOf = (selector) => {
  const known = needs.get(selector) ?? readNeeds(selector);
  needs.set(selector, known);
  return known;
};

const has = (element, need) =>
  need[0] === '.' ? element.classList.contains(need.slice(1)) : element.localName === need.toLowerCase();

// Replaced before jsdom's own modules import it.
selectors.matchesDontThrow = (element, selector) =>
  needsOf(String(selector)).some((alternative) => alternative.every((need) => has(element, need))) &&
  matchesDontThrow(element, selector);

module.exports = require('jest-fixed-jsdom');
