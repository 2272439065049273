/** The deck that each game comes with, which the canonical form does not name. */

const OWN = {
  grab_your_breakfast: [
    "grab_your_breakfast/reference",
    "sha256:d004da6578ff3fbcbe2758783f5ff676fcbaa343abc8314a195254bfa6c5f818",
  ],
  point_salad: [
    "point_salad/standard",
    "sha256:cb642f8de6a469f24bea91e9b99cc3767e9cd0474932d07052a18dac56f94ce1",
  ],
  the_jam: [
    "the_jam/reference",
    "sha256:4c0273f12738966bb4ca557993782e7952f25b419f4fc8d493cff8d9a886a690",
  ],
  triggs: [
    "triggs/standard",
    "sha256:75764b9a16af3094f5dd479377ae80cfafcab8c9416eb6461d008f1509d46051",
  ],
  turkey_my_mayonnaise: [
    "turkey_my_mayonnaise/reference",
    "sha256:f7719f0d44f5d8e1c1eb854657b444ed4cab57bf1b9973a48a3bf216de47dd22",
  ],
};

/** Whether a game comes with the deck of this name. */
export function isOwnDeck(game, deck) {
  return Object.hasOwn(OWN, game) && OWN[game].includes(deck);
}
