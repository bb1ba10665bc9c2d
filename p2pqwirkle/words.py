"""Every sentence that a person reads, by clause or key.

Sentences say what happened and what to do; they go through gettext when they are spoken, never
when this module is loaded.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # What an audit says.
    "audit.fair": "Fair: every entry holds, every key is open, and every claim was true.",
    "audit.fair-left": (
        "Fair: every entry holds, and all who stayed opened their keys. What those who left said "
        "of their own hands stays unchecked."
    ),
    "audit.fault": "Not fair: {name} broke a rule, and the record proves it.",
    "audit.unreadable": "Unreadable: the file is damaged, and nobody can be blamed for it.",
    "audit.unfinished": "Unfinished: what is there holds, but it is not the whole game.",
    "audit.unfinished-keys": (
        "Unfinished: the game was played to its end, but not every key was opened, and what only "
        "those would show is unchecked."
    ),
    "audit.checked": (
        "Checked: {signatures} signatures, {shuffles} shuffles, {shares} proofs of shares, "
        "{moves} moves, {claims} claims."
    ),
    "audit.at-fault": "Entry {entry}, by {name}, breaks {clause}: {sentence} ({detail})",
    "audit.damaged": "Entry {entry} breaks {clause}: {sentence} ({detail})",
    "audit.collapsed": "The game breaks {clause}: {sentence} ({detail})",
    "audit.unchecked": "Not checked of {name}: {clause}, {detail}.",
    "audit.left.resigned": "{name} resigned, and left the game in step {step}.",
    "audit.left.fault": "{name} broke a rule, and was put out in step {step}; the others went on.",
    "audit.left.silent": (
        "In step {step} all who stayed agreed to go on without {name}. They say that it was "
        "silent; nobody can prove that."
    ),
    "audit.left.time": (
        "In step {step} all others agreed to pass over the turn of {name}. They say that its time "
        "was over; nobody can prove that."
    ),
    "audit.voided": (
        "What {names} drew in that step counts for nothing, and other tiles were drawn. If one of "
        "those who left had shown it those tiles alone, it could have agreed to that on purpose."
    ),
    "audit.unchecked-left": (
        "What {name} said of its own hand stays unchecked ({clause}): it left, and its tiles "
        "stayed closed."
    ),
    "audit.why.closed": "the key was not opened",
    "audit.why.left": "the seat has left the game",
    "audit.why.broken": "the record does not hold to its end",
    "audit.why.short": "the record ends before keys are opened",
    "audit.torn": "The last {bytes} bytes are a part of an entry, and were left out.",
    "audit.result": "Result: {scores}.",
    "audit.no-file": "{file} cannot be read ({reason}): give the path of a record, a .qwk file.",
    "audit.took": "It took {seconds} s.",
    "audit.page": "The page is {file}: open it in a browser.",
    "audit.empty": "Unfinished: there is no entry in it yet.",
    "audit.no-record": (
        "Unreadable: it does not begin as a record does ({clause}); give a .qwk file."
    ),
    "audit.nothing-to-show": "No page was written: this program knows nothing that it could show.",
    "audit.newer": (
        "Unreadable: it follows version {version} of the protocol; audit it with a program of that "
        "version."
    ),
    "audit.shorter": (
        "{shorter} ends before entry {entry} of {longer}; as far as it goes, they are the same."
    ),
    "audit.same": "{first} and {second} hold the same entries.",
    "audit.damaged-there": (
        "{shorter} is damaged where {longer} has entry {entry}; before it, they are the same."
    ),
    "audit.parts": "{first} and {second} are of one game, and part at entry {entry}:",
    "audit.exhibit": "in {file}, {name} says in step {step} the entry with SHA-256 {hash};",
    "audit.two-stories": (
        "both signatures hold: {name} told two stories, and the two files together prove it (C4.1)."
    ),
    "audit.progress": "auditing: {entries} entries, {percent} %",
    "audit.progress-files": "auditing: {done} of {files} files",
    "audit.progress-turns": "looking for better moves: turn {done} of {turns}",
    "audit.deep-needs-page": "--deep tells of the moves on a page: add --html OUT.",
    "audit.no-advice": (
        "The page does not tell what could have been played: no hand of the record is known."
    ),
    "audit.one-page": "--html makes the page of one record: give one FILE.",
    "audit.page-exists": "{file} is there already: choose another name for the page.",
    "audit.no-page": "{file} cannot be written ({reason}): choose another place for the page.",
    "audit.too-large": "{file} is too large for a page; audit it without --html.",
    "audit.help.files": "a record, games/<id>.qwk; those of one game are compared",
    "audit.help.json": "print the report as JSON",
    "audit.help.html": "write the report as one page, with pictures of the game",
    "audit.help.deep": "with --html: also what could have been played in each turn; takes longer",
    # The page of an audit, and what its program says.
    "page.question": "Was this game fair?",
    "page.asks": "What {clause} asks",
    "page.parts": "Parts of this report",
    "page.game": "The game, turn by turn",
    "page.game.about": (
        "The tiles of the turn have a frame, on the table and in the hand they came from. The "
        "letter on a tile is its colour."
    ),
    "page.game.unknown": "A tile with a question mark is one that no opened key shows.",
    "page.first": "First",
    "page.back": "Back",
    "page.forth": "Forth",
    "page.last": "Last",
    "page.turn": "Turn",
    "page.turn.places": "Turn {number}: {name}; tiles placed: {count}; points: {points}",
    "page.turn.swaps": "Turn {number}: {name}; tiles swapped: {count}",
    "page.turn.passes": "Turn {number}: {name}; passed",
    "page.turn.passed-over": "Turn {number}: {name}; passed over by the others",
    "page.board": "The table after turn {number}; tiles: {count}; {move}",
    "page.best": "Best with this hand: {points}.",
    "page.bonus": "For the last tile: {points}.",
    "page.bag": "In the bag: {count}.",
    "page.drew": "Drawn:",
    "page.no-tile": "no tile",
    "page.unknown-tile": "a tile that is not known",
    "page.tile": "{colour} {shape}",
    "page.red": "red",
    "page.orange": "orange",
    "page.yellow": "yellow",
    "page.green": "green",
    "page.blue": "blue",
    "page.purple": "purple",
    "page.circle": "circle",
    "page.square": "square",
    "page.diamond": "diamond",
    "page.star": "star",
    "page.clover": "clover",
    "page.cross": "cross",
    "page.scores": "Scores over time",
    "page.chart": "Scores over time; turns: {turns}. The numbers are in the table of moves.",
    "page.players": "Players",
    "page.player": "Player",
    "page.score": "Score",
    "page.turns": "Turns",
    "page.per-turn": "Per turn",
    "page.best-turn": "Best turn",
    "page.qwirkles": "Qwirkles",
    "page.swaps": "Swaps",
    "page.passes": "Passes",
    "page.skill": "Skill",
    "page.luck": "Luck",
    "page.out": "{name}, out",
    "page.winner": "{name}, winner",
    "page.share": "{share} % of {points}",
    "page.not-known": "not known",
    "page.skill.about": (
        "Skill: the points made with lines, as a share of what the best move of every turn would "
        "have made with the same hands; holding back for a later turn counts as missed."
    ),
    "page.luck.about": (
        "Luck: every tile drawn is worth the points that it would have made alone on the table "
        "at that moment; this is how much more the tiles drawn were worth than the tiles in the "
        "bag were on average, which is what chance gives."
    ),
    "page.moves": "All moves",
    "page.move": "Move",
    "page.points": "Points",
    "page.most": "Best",
    "page.advice": "What could have been played",
    "page.advice.about": (
        "By who knew no more than the player did: the most points at once, and what the strong "
        "bot would have done. Points are those for lines."
    ),
    "page.made": "Made",
    "page.most-points": "Most points",
    "page.strong": "Strong bot",
    "page.opened": "Who opened",
    "page.opened.about": (
        "Everybody said how many tiles their largest set had before anybody could hear the "
        "others; the highest opens, then the oldest, then the first in the order that the joint "
        "coin gave ({clause})."
    ),
    "page.claim": "Claim",
    "page.dealt": "Hand dealt",
    "page.largest": "Largest set",
    "page.chance": "Chance of as many",
    "page.opener": "{name}, opened",
    "page.true": "{size}, true",
    "page.false": "{size}, false",
    "page.rare": "less than {share} %",
    "page.checks": "What was checked",
    "page.what": "What",
    "page.held": "How many held",
    "page.clauses": "Clauses",
    "page.check.signatures": "Signatures: everybody said it, and in this order",
    "page.check.shuffles": "Shuffles: no tile was added, lost or seen",
    "page.check.shares": "Proofs of shares: the tiles drawn and played are the bag's",
    "page.check.moves": "Moves: by the rules, with the right score",
    "page.check.claims": "Claims about hidden hands, with the opened keys",
    "page.check.tiles": "All 108 tiles, each once",
    "page.none": "none",
    "page.unchecked": "What could not be checked",
    "page.clauses.title": "The clauses",
    "page.clauses.about": (
        "What the clauses ask that are named on this page. The full text, and the attack that "
        "each of them stops, stands under the same numbers in the protocol that comes with the "
        "program."
    ),
    "page.broken-when": "Broken when: {sentence}",
    "page.limits": (
        "No check can tell whether two players showed each other their hands, or which people "
        "are behind the keys."
    ),
    "page.keys": "Who signed",
    "page.keys.about": (
        "A player is a key. The name is what the player called itself; compare the key with the "
        "one that the player shows you."
    ),
    "page.seat": "Seat",
    "page.key": "Key",
    "page.game-id": "Game {id}",
    "page.record-hash": "SHA-256 of the record {hash}",
    "page.again": "Check it again, without our program",
    "page.again.about": (
        "This page carries the whole record, and a second program that was written from the "
        "published protocol alone. It shares nothing with the one that made this report. It "
        "checks every signature, shuffle, share, move, score and claim in your browser, and "
        "sends nothing anywhere."
    ),
    "page.unscripted": (
        "Your browser does not run scripts in this page; the rest of the report needs none."
    ),
    "page.check": "Check the record in this browser",
    "page.save": "Save the record",
    "page.progress": "How much of the record is checked",
    "page.checking": "Checking …",
    "page.agrees": "This is what the report above says.",
    "page.differs": (
        "This is not what the report above says: one of the two programs, or the page, is wrong."
    ),
    "page.stopped": "The check could not be finished: {reason}",
    "page.decimal-point": ".",
    # Records here, and copies of them.
    "cli.games.about": "list the recorded games on this computer",
    "cli.export.about": "copy a record, to give it away",
    "cli.no-export": "{file} cannot be written ({reason}): choose another name for the copy.",
    "cli.damaged-export": (
        "{file} is damaged or no record ({clause}), and was not copied: audit it."
    ),
    "games.none": "No game is recorded in {folder}.",
    "games.line": "{when}  {players}  {verdict}  {file}",
    "games.fair": "fair, won by {names}",
    "games.fault": "not fair, because of {names}",
    "games.unreadable": "damaged",
    "games.unfinished": "unfinished; turns so far: {turns}",
    "games.go-on": "to go on: p2pqwirkle resume {game}",
    "export.help.out": "the copy to write; it must not be there yet",
    "export.done": "Copied to {out}; signed entries: {entries}.",
    "export.closed": (
        "It holds names, ages that were stated, public keys and all moves; hands stay hidden, "
        "and there is no secret in it."
    ),
    "export.open": (
        "It holds names, ages that were stated, public keys, all moves and, since the game is "
        "over, all hands that were opened; no secret that serves for anything else."
    ),
    "tables.none": (
        "No table was heard of. Ask the host for the address on its screen: joining with it always "
        "works. `p2pqwirkle doctor` tells what may be in the way."
    ),
    "tables.line": "{id}  {name}: free seats {free} of {seats}, at {address}",
    "tables.with-code": "{id}  {name}: free seats {free} of {seats}, at {address}, with a code",
    "tables.watched": "{line}; may be watched",
    "doctor.state.good": "ok: {says}",
    "doctor.state.doubtful": "perhaps: {says}",
    "doctor.state.bad": "bad: {says}",
    "doctor.network": "This computer is on a network: {addresses}.",
    "doctor.no-network": "This computer is on no network.",
    "doctor.odd-network": (
        "Only adapters of containers, virtual machines or tunnels have addresses: {addresses}."
    ),
    "doctor.get-network": "Join a Wi-Fi or plug in a cable; games against bots need neither.",
    "doctor.port": "Port {port} is free for a table.",
    "doctor.busy-port": "Port {port} cannot be had ({reason}).",
    "doctor.other-port": "A table takes another one then, and its screen shows which.",
    "doctor.multicast": "Multicast gets through; other devices heard: {count}.",
    "doctor.multicast-alone": "Our own multicast comes back, but no other device is heard.",
    "doctor.by-address": (
        "If a table is open and not found, join with the address on its host's screen: the network "
        "may keep multicast to itself."
    ),
    "doctor.multicast-refused": "The system lets this program send no multicast ({reason}).",
    "doctor.permit-mac": (
        "Allow your terminal the local network in System Settings, Privacy, Local Network, and "
        "start it again."
    ),
    "doctor.multicast-deaf": (
        "Our own multicast does not come back: a firewall on this computer drops it."
    ),
    "doctor.no-tables": "No table is heard of now.",
    "doctor.host": "The table of {name} answers at {address}: free seats {free} of {seats}.",
    "doctor.host-plays": "A player of p2pqwirkle answers at {address}, who has no table open.",
    "doctor.heard-but-shut": (
        "Its multicast is heard, so the network is good: its firewall is in the way."
    ),
    "doctor.public-network": "Windows takes this network for a public one, and lets nobody in.",
    "doctor.make-private": (
        "If it is your home's: Settings, Network, the network's properties, Private."
    ),
    "doctor.firewall": "Whether a firewall keeps others out, only they can tell.",
    "doctor.open-windows": (
        "To let them in: Windows Security, Firewall, Allow an app, tick Private for {program}; "
        "remove a rule that blocks it."
    ),
    "doctor.open-mac": (
        "To let them in: System Settings, Network, Firewall, Options, allow incoming connections "
        "for {program}."
    ),
    "doctor.open-command": "To let them in: {command}",
    "doctor.open-ports": "To let them in, open TCP port {port} and UDP port {mdns} in it.",
    "doctor.terminal": "The terminal: {columns} by {rows}; colours: {colours}; signs: {signs}.",
    "doctor.no-terminal": "There is no terminal here: the game is told in lines.",
    "doctor.larger": "Make it {columns} by {rows} at least.",
    "doctor.utf8": "For better signs set a locale with UTF-8.",
    "doctor.wide": (
        "It draws signs two columns wide: set it to narrow ambiguous characters for better ones."
    ),
    # What a judge says.
    "judge.legal": "legal, points: {score}",
    "judge.illegal": "not legal: {reason}",
    "judge.moves": "legal plays: {moves}; most points: {best}, with {play}",
    "judge.no-moves": "no tile of the hand fits",
    "judge.numbered": "{number}. {ruling}",
    "judge.error": "cannot be judged: {error}",
    "judge.no-file": "{file} cannot be read ({reason}): give a JSON file, or - for standard input.",
    "judge.too-large": "{file} is larger than {limit} bytes: judge fewer positions at a time.",
    "judge.no-json": "{file} is not JSON ({reason}): give one position, or a list of them.",
    "judge.too-deep": "{file} is nested too deeply to be a list of positions.",
    "judge.no-position": "a position is an object with board, hand and move",
    "judge.unknown-name": "{name} belongs to no position: it has board, hand and move",
    "judge.missing-name": "{name} is missing: a position has board, hand (or null) and move",
    "judge.no-list": "{name} is a list",
    "judge.no-tile": "{name}[{index}] is no tile: write {form}",
    "judge.no-number": "{name}[{index}]: x and y are whole numbers of at most {digits} digits",
    "judge.no-word": "{name}[{index}]: {word} is none of {words}",
    "judge.no-hand": "move is null, which asks for the plays of a hand: give one",
    "judge.long-hand": "a hand holds at most {most} tiles, not {size}",
    "judge.same-cell": "two tiles of the board lie on {cell}",
    "judge.fourth-copy": "the board has more than {copies} tiles of one face",
    "judge.loose-parts": "the tiles of the board are not all in one piece",
    "judge.no-line": "the board has a run that is no line: {sentence}",
    # Rules.
    "R1.1": "there are only three tiles of each face",
    "R2.1": "two to six people play",
    "R3.1": "a claim is one to six",
    "R3.2": "the opener places tiles, and neither swaps nor passes",
    "R3.3": "the opening is as large as the largest set in the hand",
    "R3.4": "the opening covers the cell 0,0",
    "R3.5": "a claim is the size of the largest set in the hand",
    "R4.1": "a play is one to six tiles",
    "R4.2": "only tiles of the own hand can be placed",
    "R4.3": "each tile needs a cell of its own",
    "R4.4": "a tile goes on an empty cell",
    "R4.5": "the tiles of a play lie all in one row or all in one column",
    "R4.6": "no cell between the placed tiles may stay empty",
    "R4.7": "at least one placed tile touches a tile on the table by a side",
    "R5.1": "no face comes twice in a line, also not where a tile joins two lines",
    "R5.2": "the tiles of a whole line have all one colour or all one shape",
    "R6": "a line scores its length, and six more if it is a Qwirkle",
    "R7.1": "the bag is empty: place a tile, or pass if none fits",
    "R7.2": "a swap is of one tile or more, all from the own hand",
    "R7.3": "nobody can swap more tiles than the bag holds",
    "R8.1": "the bag is not empty: place tiles or swap",
    "R8.2": "a tile of the hand fits: only who cannot place one may pass",
    "R10.1": "the game is over",
    # The console: what the table is doing.
    "state.your-turn": "Your turn  {time}",
    "state.turn": "Turn: {name}  {time}",
    "state.charter": "All players are signing who plays.",
    "state.commit": "Tossing a coin for the order of the turns.",
    "state.reveal": "Tossing a coin for the order of the turns.",
    "state.shuffle": "Shuffling {done}/{all}",
    "state.ready": "Checking the shuffled bag.",
    "state.deal": "Dealing.",
    "state.pledge": "Finding out who opens.",
    "state.claim": "Finding out who opens.",
    "state.draw": "Drawing tiles.",
    "state.new-bag": "Making a new bag {done}/{all}",
    "state.seal": "Sealing the scores.",
    "state.keys": "Opening the keys.",
    "state.halted": "The game ends here.",
    "state.over": "The game is over.",
    "state.out": "The others go on without you.",
    "state.fault": "The game has stopped. {name} broke a rule: {reason}.",
    "state.collapsed": "The game has stopped, and nobody can be blamed: {reason}.",
    "state.silent": "Waiting for {names}",
    "state.silent-of-two": "Waiting for {names}; with q you can leave, and resume later",
    "state.watchers": "Watching here: {count}",
    "title.bag": "Bag {count}",
    "title.words": "Words: {words}",
    # The console: beside the table.
    "side.players": "Players",
    "side.numbers": " pts  #",
    "side.you": "(you)",
    "side.out": "(out)",
    "side.your-move": "Your move",
    "side.last-tile": "+{bonus} for the last tile",
    "side.log": "Moves",
    "side.unseen": "Unseen tiles: {count}",
    "log.swap": "{name} swaps {count}",
    "log.pass": "{name} passes",
    "log.passed-over": "{name} is passed over",
    "chat.said": "{name}: {text}",
    "chat.write": "To all:",
    "chat.too-many": "The others did not get that: wait a moment before you say more.",
    "chat.over": "The game is over: the others do not hear you here any more.",
    "again.offer": "Press p to play again with the same people, q to leave.",
    "again.type": "Type again to play again with the same people, quit to leave.",
    "again.not-yet": "You can play again once this game is over and checked.",
    "again.anew": "This game came back from the disk; for another one open or join a table anew.",
    "ask.out": "{asker} asks to go on without {names}.",
    "ask.pass-over": "{asker} asks to pass over the turn of {names}.",
    "ask.why-time": "This turn has taken {time} so far, by the clock of this computer.",
    "ask.why-fault": "{name} broke a rule, and a signature proves it: {reason}.",
    "ask.why-resigned": "{name} has resigned.",
    "ask.why-here": "{name} is heard here.",
    "ask.why-silent": "Nothing that is due has come from {name} for {time}.",
    "gone.resigned": "{name} has resigned; the game goes on, and the score stays.",
    "gone.fault": "{name} broke a rule and is out; the game goes on, and the record proves it.",
    "gone.silent": "The game goes on without {name}, whose score stays.",
    "ask.about-out": (
        "If all who stay agree, the game goes on: those tiles stay closed, and the bag is made "
        "anew. Your answer is final."
    ),
    "ask.about-pass-over": (
        "If all others agree, the next player moves, as after a turn without a placement. Your "
        "answer is final."
    ),
    "ask.title": "Go on without somebody",
    "ask.choose": (
        "Press a number to ask the others. All who stay have to agree, and whoever is out does not "
        "come back."
    ),
    "ask.without": "without {name}",
    "ask.this-turn": "pass over the turn of {name}",
    "ask.nobody": "Nobody is waited for whom the others could do without.",
    "ask.asked": "You have asked; the others answer.",
    "ask.answered": "Your answer is on its way.",
    "ask.just-back": "{name} has just come back: wait a moment for the move.",
    "ask.open": "You are asked something: press x.",
    "ask.type": "Type yes or no.",
    "ask.refused": "That cannot be asked or answered now: {reason}.",
    "ask.waiting": "Waiting for the answer of {names}",
    "hand.yours": "Your hand",
    "hand.aside": "To swap: {count}",
    "hand.watching": "You watch: no tiles are yours.",
    "preview.legal": "Legal. Points: {sum}",
    "preview.legal-swap": "Legal. A swap brings no points.",
    "preview.illegal": "Not legal: {reason}",
    "preview.qwirkle": "{score} Qwirkle!",
    # The console: a word to the player.
    "notice.sent": "Your move is on its way.",
    "notice.not-your-turn": "It is not your turn yet; what you have laid out stays.",
    "notice.first-turn": "Choose a tile with 1-6 or the mouse; r shows the rules.",
    "notice.not-legal": "This cannot be played yet: the line above says why.",
    "notice.nothing-laid": "Choose a tile with 1-6, then a cell, then press Space.",
    "notice.nothing-aside": "Choose the tiles to swap with 1-6, then press Enter.",
    "notice.swapping": "You are choosing tiles to swap; Esc goes back to the table.",
    "notice.cell-taken": "There is a tile on this cell.",
    "notice.choose-first": "Choose a tile of your hand first: press 1-6.",
    "notice.choose-to-move": "Choose the tile that you want to move: press 1-6.",
    "notice.fits-nowhere": "This tile fits nowhere now.",
    "notice.no-move-yet": "No tile lies on the table yet.",
    "notice.not-open": "The table is not open yet: wait for the first move.",
    "notice.over": "The game is over; press e for the result.",
    "notice.watching": "You only watch this game.",
    "notice.opener-swaps-not": "Who opens the game has to play, and cannot swap.",
    "notice.bag-empty": "The bag is empty: there is nothing to swap.",
    "notice.bag-small": "The bag holds only {count} more: you can swap no more than that.",
    "notice.cells-taken": "Somebody has taken a cell of yours; that tile is in your hand again.",
    "notice.you-open": (
        "You open. Tiles of one colour or shape to lay in a line: {count}. One lies on 0,0."
    ),
    "notice.you-pass": "Nothing fits and the bag is empty: you pass.",
    "notice.must-swap": "None of your tiles fits: you must swap. Choose which, then press Enter.",
    "notice.refused": "The move was not taken: {reason}.",
    "notice.stopped": "{why}",
    "notice.failed": "Something went wrong; what happened is in {log}.",
    # The console: keys, as help lists them and as the bottom row offers them.
    "help.title": "Keys",
    "help.mouse": (
        "Mouse: click a tile of your hand, then a cell; a laid tile comes back; the bottom row can "
        "be clicked too. Hold Shift (Option on a Mac) to select text."
    ),
    "help.words": "Words: read them to each other. Whoever has others is not in the same game.",
    "keyname.arrows": "arrows",
    "keyname.up-down": "up down",
    "keyname.left": "left",
    "keyname.right": "right",
    "key.digit": "choose a tile",
    "key.change": "change one of the looks, under v",
    "key.arrows": "move the cursor",
    "key.next-cell": "next cell where it fits",
    "key.put": "put the tile there",
    "key.confirm": "make the move",
    "key.take-back": "take the last tile back",
    "key.cancel": "take all back, close",
    "key.swap": "swap tiles, or not",
    "key.all-aside": "swap all of them",
    "key.tile-left": "tile to the left",
    "key.tile-right": "tile to the right",
    "key.sort": "sort the hand",
    "key.hints": "good moves",
    "key.last-move": "go to the last move",
    "key.result": "the result",
    "key.chat": "write to the others",
    "key.again": "play again, same people",
    "key.go-on": "go on without somebody",
    "key.log": "all moves",
    "key.map": "the whole table",
    "key.unseen": "unseen tiles",
    "key.rules": "the rules",
    "key.looks": "looks and sounds",
    "key.help": "these keys",
    "key.leave": "leave the game",
    "key.yes": "yes, leave",
    "key.forward": "next turn",
    "key.back": "turn before",
    "key.scroll": "scroll",
    "key.turn": "go to that turn",
    "key.first": "first turn",
    "key.last": "last turn",
    "key.next-seat": "next player's hand",
    "key.close": "close",
    "do.choose": "choose tile",
    "do.plan": "plan",
    "do.more": "more tiles",
    "do.cell": "cell",
    "do.next-cell": "next fit",
    "do.put": "put",
    "do.play": "play",
    "do.take-back": "take back",
    "do.all-back": "all back",
    "do.cancel": "cancel",
    "do.swap": "swap",
    "do.aside": "choose",
    "do.all": "all",
    "do.hint": "hint",
    "do.log": "moves",
    "do.last-move": "last move",
    "do.help": "all keys",
    "do.rules": "rules",
    "do.leave": "leave",
    "do.give-up": "give up",
    "do.table": "choose a table",
    "do.join": "join",
    "do.watch": "watch",
    "do.stay": "stay",
    "do.result": "result",
    "do.close": "close",
    "do.scroll": "scroll",
    "do.lay-hint": "lay it out",
    "do.change": "change",
    "do.say": "say it",
    "do.erase": "erase",
    "do.ready": "ready",
    "do.not-ready": "not ready",
    "do.rename": "name",
    "do.put-out": "put out",
    "do.new-code": "new code",
    "do.complete": "complete",
    "do.enter": "done",
    "do.chat": "write",
    "do.again": "play again",
    "do.go-on": "go on without",
    "do.ask": "ask",
    "do.agree": "agree",
    "do.decline": "decline",
    "do.later": "later",
    "do.forward": "next",
    "do.back": "back",
    "do.last": "last",
    "do.next-seat": "next hand",
    # The console: panels.
    "hints.title": "Good moves",
    "hints.not-now": "There is nothing to advise now.",
    "hints.choose": "Press a number to lay that move out; nothing is played yet.",
    "hints.none": "None of your tiles fits.",
    "hints.off": "The players have agreed to play without hints and without the counter of tiles.",
    "unseen.about": "In the bag and in the hands of the others.",
    "map.title": "The whole table",
    "looks.title": "Looks and sounds",
    "looks.glyphs": "Signs",
    "looks.depth": "Colours",
    "looks.depth.24-bit": "16 million",
    "looks.depth.256": "256",
    "looks.depth.16": "16",
    "looks.depth.none": "none",
    "looks.ground": "Tiles",
    "looks.ground.painted": "painted",
    "looks.ground.dark": "coloured signs on dark",
    "looks.ground.light": "coloured signs on light",
    "looks.letters": "Letters of the colours",
    "looks.mouse": "Mouse",
    "looks.bell": "Bell on your turn",
    "looks.bell.unfocused": "when you look elsewhere",
    "looks.bell.always": "always",
    "looks.bell.never": "never",
    "looks.on": "on",
    "looks.off": "off",
    "looks.about": "Press a number to change a line. With the mouse off, text can be selected.",
    "leave.ask": (
        "Do you want to leave? If you only leave, p2pqwirkle resume brings you back, and the "
        "others wait for a while; if you give up, they go on without you."
    ),
    "leave.keys": "y: leave   g: give up   Esc: stay",
    "leave.said": "The others are told that you have given up.",
    "rules.title": "The rules",
    "rules.goal": (
        "There are 108 tiles: six colours, six shapes, each of the 36 pairs three times. Make "
        "lines on the table; whoever has most points in the end wins."
    ),
    "rules.tiles": (
        "A tile shows its shape and the first letter of its colour: r red, o orange, y yellow, g "
        "green, b blue, p purple."
    ),
    "rules.line": (
        "A line is two to six tiles that touch, across or down. They have one colour and "
        "different shapes, or one shape and different colours. No tile comes twice in a line."
    ),
    "rules.play": (
        "In your turn, place one to six tiles in one row or column, without a gap, so that at "
        "least one touches a tile of the table. Every line that they make must be one. Then draw "
        "up to six again."
    ),
    "rules.score": (
        "Each line that you make or lengthen brings a point for each of its tiles. A line of six "
        "is a Qwirkle and brings twelve. A tile in two lines counts in both."
    ),
    "rules.opening": (
        "Whoever holds the largest set of different tiles of one colour or shape opens, and "
        "places all of that set. Of several, the oldest opens."
    ),
    "rules.swap": (
        "Instead of placing you can swap tiles for others of the bag. When nothing fits you must; "
        "with an empty bag you pass."
    ),
    "rules.end": (
        "When the bag is empty, whoever places the last tile of the hand gets six more points, "
        "and the game is over. It is also over when no tile fits any more."
    ),
    "rules.tip": "Tip: a line of five invites the next player to make a Qwirkle.",
    "result.title": "The result",
    "result.wins": "The winner is {names}.",
    "result.share": "The winners are {names}.",
    "result.went-out": "The last tile of a hand was placed, for six points more.",
    "result.nothing-fits": "No tile fits any more.",
    "result.stalled": "Nobody has placed a tile for three rounds.",
    "result.departed": "All others have left.",
    "result.player": "Player",
    "result.score": "score",
    "result.turns": "turns",
    "result.average": "average",
    "result.best": "best",
    "result.qwirkles": "Qwirkle",
    "result.swaps": "swaps",
    "result.record": "The record: {record}",
    "result.checking": "The record is being checked.",
    "lobby.title": "p2pqwirkle: before the game",
    "search.title": "p2pqwirkle: tables on your network",
    "search.looking": "Looking for tables.",
    "search.otherwise": (
        "The address on a host's screen works as well: p2pqwirkle {command} HOST:PORT. If nothing "
        "is found, `p2pqwirkle doctor` tells what may be in the way."
    ),
    "search.choose": "Choose a table.",
    "search.type": "Type the number of a table to join it, or quit.",
    "search.type-watch": "Type the number of a table to watch it, or quit.",
    "search.table": "{name}: free seats {free} of {seats}, at {address}.",
    "search.full": "{name}: all {seats} seats are taken.",
    "search.watched": "{name}: players {seats}, at {address}.",
    "search.unwatched": "The host lets nobody watch.",
    "search.silent": "{name}: cannot be joined now.",
    "search.ask-code": "Ask the host for the code.",
    "lobby.opening": "Opening a table.",
    "lobby.asking": "Asking {host} for a seat.",
    "lobby.watching": "Asking {host} whether its game can be watched.",
    "lobby.not-begun": "The game has not begun yet; it is shown as soon as it has.",
    "lobby.here": "Players here: {here} of {wanted}. The game begins when all are ready.",
    "lobby.all-here": "All are here. The game begins when all are ready.",
    "lobby.you-ready": "You are ready. Waiting for {names}.",
    "lobby.all-ready": "All are ready.",
    "lobby.ready": "ready",
    "lobby.not-complete": "Not all seats are taken yet; the game cannot begin.",
    "lobby.how": "The others join with:",
    "lobby.code": "Code: {code}",
    "lobby.open": "There is no code: whoever can reach this computer may take a seat.",
    "lobby.new-code": "The code is new: tell it to those whom you invite.",
    "lobby.write-code": "The table has a code. Type what the host says:",
    "lobby.write-name": "Your new name:",
    "lobby.wrong-code": (
        "That code is not right: one of the words is different. Ask the host to read them again."
    ),
    "lobby.code-slip": "{word} is no word of a code. Is it {nearest}?",
    "lobby.code-length": "A code has three words: ask the host to read them again.",
    "lobby.lost": "The connection to the host is broken; it is dialled again.",
    "lobby.too-soon": "Somebody has tried wrong codes; trying again in {seconds} s.",
    "lobby.knocked": (
        "Somebody at {host} has tried a wrong code; wrong tries so far: {failed} of {most}."
    ),
    "lobby.spent": (
        "Wrong codes tried: {failed}, the last from {host}. Nobody can join any more until you "
        "make a new code."
    ),
    "lobby.leave": "Do you want to leave?   y: leave   Esc: stay",
    "lobby.put-out": "Put {name} out? That key cannot come back to this table.   y: yes   Esc: no",
    "lobby.accept": (
        "{names}: not the key that you know under this name. Are you ready to play with it?   y: "
        "yes   Esc: no"
    ),
    "met.known": "you have played together",
    "met.new": "new to you",
    "met.renamed": "was called {name} when you played",
    "met.impostor": "not the {name} you know: another key",
    "lobby.stall-guard": "Three rounds without a placement end the game.",
    "lobby.no-stall-guard": "The game goes on however long nobody places a tile.",
    "lobby.no-hints": "Nobody's program shows good moves or counts the unseen tiles.",
    "lobby.turn-seconds": "A turn has {seconds} seconds; then the others may pass over it.",
    "lobby.watchers": (
        "Others on the network may watch, without a code: the table and what is said, no hand."
    ),
    "replay.turn": "Turn {turn} of {last}. Type a number to go to a turn.",
    "screen.your-turn": "Your turn",
    "plain.welcome": "Type help for what you can type.",
    "plain.your-turn": "Your turn.",
    "plain.turn": "Turn: {name}.",
    "plain.hand": "Your hand: {tiles}",
    "plain.you": "You, {name}: score {score}, tiles {tiles}",
    "plain.player": "{name}: score {score}, tiles {tiles}",
    "plain.result": (
        "{name}: score {score}, turns {turns}, best turn {best}, Qwirkles {qwirkles}, swaps {swaps}"
    ),
    "plain.unknown": "I do not know that word; type help.",
    "plain.slip": "I cannot read that; a move is play rs@0,-1 or swap rs rd or pass.",
    "plain.not-your-turn": "It is not your turn yet; try shows what a move would bring.",
    "plain.watching": "You only watch this game; type help for what you can ask.",
    "plain.in-lobby": (
        "The game has not begun. Type ready, ready not, name NEW, players, out NUMBER, code or "
        "quit."
    ),
    "plain.type-ready": "Type ready when you are ready to play.",
    "plain.accept": (
        "{names}: not the key that you know under this name. Type ready yes to play with it; a "
        "host can put it out."
    ),
    "plain.nobody-to-put-out": (
        "Only the host can put somebody out: type out and a number of players."
    ),
    "plain.replay-hand": "{name} holds {tiles}",
    "plain.help.play": "play rs@0,-1 rd@1,-1: place tiles. The red square goes above 0,0.",
    "plain.help.swap": "swap rs rd: swap tiles. pass: only when nothing fits and the bag is empty.",
    "plain.help.try": "try play rs@0,-1: what a move would bring; it is not made.",
    "plain.help.say": "say TEXT: say something to all others.",
    "plain.help.without": (
        "without NAME: ask the others to go on without somebody. pass-over: or without the open "
        "turn."
    ),
    "plain.help.leave": (
        "quit: leave; the others wait for a while. give-up: leave for good, and let them go on."
    ),
    "plain.help.look": "hand, board, players, moves, hint, unseen, rules, help, quit.",
    "plain.help.watching": "board, players, moves, unseen, rules, help, quit.",
    "plain.help.notation": (
        "A tile is a colour letter (r o y g b p) and a shape letter (o circle, s square, "
        "d diamond, t star, c clover, x cross). A cell is x,y; y grows downwards."
    ),
    "small.ask": "Make me {width} by {height}.",
    "small.now": "Now {width} by {height}.",
    "small.leave": "q: leave",
    # The command line.
    "cli.about": "Qwirkle for two to six laptops: no server, a hidden bag, a record to audit.",
    "cli.demo.about": "watch a whole game between bots, and audit it",
    "cli.host.about": "open a table",
    "cli.join.about": "take a seat at a table",
    "cli.resume.about": "go on with a game after a crash or a restart",
    "cli.help.resumed": "the beginning of the game's id, as games shows it; the only one if none",
    "cli.help.peer": "where another player listens, if it is not found; may be given several times",
    "cli.no-unfinished": "There is no unfinished game in {path}.",
    "cli.many-unfinished": "Several games are unfinished: give the id of one of {games}.",
    "cli.no-such-game": "No game in {path} has an id that begins with {id}: games lists them.",
    "cli.bad-game": "{given} is no beginning of a game's id: games lists them",
    "cli.not-your-game": "Your key does not play in this game: use the data directory of who does.",
    "cli.game-over": "This game is over: audit {path} tells how it was.",
    "cli.game-faulty": "This game was ended by a fault: audit {path} tells whose it was.",
    "cli.no-journal": (
        "What you have said in this game is not here any more ({path}): nobody can go on without "
        "that."
    ),
    "cli.damaged-journal": (
        "Your notes of this game, {path}, are damaged: {reason}. Nobody can go on with them."
    ),
    "cli.damaged-unfinished": (
        "The record {path} is damaged: {reason}. Move it away, and resume gets all of it from the "
        "others."
    ),
    "cli.no-charter": "Nothing in {path} tells who plays this game: nobody can go on with it.",
    "lobby.mended": "Cut off, because only half of it was written: {bytes} bytes.",
    "lobby.coming-back": "Coming back to the game: looking for the other players ...",
    "cli.tables.about": "list the open tables on your network",
    "cli.watch.about": "watch a game, and check all that is said in it",
    "cli.doctor.about": "tell what your network and terminal can do for a game",
    "cli.play.about": "play against bots",
    "cli.replay.about": "step through a recorded game, all hands open",
    "cli.audit.about": "check whether recorded games were fair",
    "cli.judge.about": "tell whether a play is legal, and what it scores",
    "cli.judge.form": (
        "With null for the move, and a hand: how many plays there are, and the best. A position, x "
        "to the right and y downwards: {example}"
    ),
    "cli.help.judged": "positions as JSON; - for standard input",
    "cli.help.players": "how many players, 2 to 6",
    "cli.help.opponents": "how many bots, 1 to 5",
    "cli.help.reset-terminal": "mend the terminal after a game that was killed",
    "cli.help.plain": "lines and typed commands instead of a screen",
    "cli.help.lang": "the language; that of the locale if it is not given",
    "cli.help.glyphs": "the signs that tiles are drawn with",
    "cli.help.colours": "how many colours to use",
    "cli.help.tiles": "painted tiles, or coloured signs for a dark or a light terminal",
    "cli.help.replayed": "a record, games/<id>.qwk",
    "cli.help.port": "the port to listen on; 0 for any",
    "cli.help.bind": "the address to listen on; all of this computer if it is not given",
    "cli.help.open": "let everybody in who can reach this computer",
    "cli.help.host-code": (
        "what the invited have to know, in place of a code that is made; - reads it"
    ),
    "cli.help.join-code": "the code that the host has said; - reads it",
    "cli.help.join-open": "there is no code, as the table itself tells if nothing is said",
    "cli.help.unlisted": "do not let others on the network find the table by themselves",
    "cli.help.no-stall-guard": "play on even if nobody places a tile for three rounds",
    "cli.help.no-hints": "let nobody's program show good moves or count unseen tiles",
    "cli.help.watchers": "let others on the network watch the game, without a code",
    "cli.help.turn-seconds": (
        "seconds for a turn, after which the others may pass over it; 0 for as long as it takes"
    ),
    "cli.help.table": "where the table is, as its host's screen shows it",
    "cli.help.watched": "where one of the players is, or the id of the table",
    "cli.help.as-bot": "let a bot take the seat; one line for each event is printed",
    "cli.help.name": "the name to play under",
    "cli.help.age": "years; of several who may open, the oldest does",
    "cli.help.data": "the directory for your key and your records",
    "cli.help.patience": "seconds to wait for a player who says nothing",
    "cli.help.watch-patience": "seconds to look for the players when nobody is heard",
    "cli.help.bots": "how many of the players are bots",
    "cli.help.level": (
        "how the bots play: random does anything legal, greedy takes the most points, "
        "careful minds what it opens and keeps, strong looks ahead"
    ),
    "cli.help.record": "where to keep the record; a new file",
    "cli.help.json": "print the result as JSON",
    "cli.help.seconds": "how long to look",
    "cli.help.doctor-host": "a host that cannot be joined, as its screen shows it",
    "cli.wrong-command": "{message}; {command} --help tells more.",
    "cli.interrupted": "Interrupted before the end.",
    "cli.bug": "A mistake of this program: {error}. Please report it with {log}.",
    "cli.no-space": (
        "Nothing more can be written ({reason}): make room, or let the output go elsewhere."
    ),
    "cli.bad-bots": "{low} to {high} bots can take seats, not {given}",
    "cli.too-many-bots": (
        "{bots} bots and you are more than {players} players: ask for more of these with --players."
    ),
    "bots.name": "{name} (bot, {level})",
    "bots.level.random": "random",
    "bots.level.greedy": "greedy",
    "bots.level.careful": "careful",
    "bots.level.strong": "strong",
    "cli.bad-players": "{low} to {high} players can play, not {given}",
    "cli.bad-opponents": "{low} to {high} bots can play against you, not {given}",
    "cli.no-replay": "{file} cannot be read ({reason}): give the path of a record, a .qwk file.",
    "cli.no-turns": "There is no turn in {file} that could be shown; audit tells what is in it.",
    "cli.bad-port": "a port is a number from {low} to {high}, not {given}",
    "cli.bad-bind": "an address to listen at is missing: leave --bind out to listen at all of them",
    "cli.bad-age": "an age is a number from {low} to {high}, not {given}",
    "cli.bad-patience": "the patience is {low} to {high} seconds, not {given}",
    "cli.bad-turn-seconds": "a turn has {low} to {high} seconds, not {given}",
    "cli.bad-seconds": "one can look for {low} to {high} seconds, not {given}",
    "cli.bad-address": "{address} is no address: give HOST:PORT as the host's screen shows it",
    "cli.code-slip": "{word} is no word of a code: is it {nearest}?",
    "cli.code-length": "a code has three words; ask the host to read them again",
    "cli.bad-name": (
        "{name} is no name: give 1 to 24 characters, at most 64 bytes, none of them invisible."
    ),
    "cli.no-data": (
        "{path} cannot be used ({reason}): make it writable, or choose another directory with "
        "--data."
    ),
    "cli.data-in-use": (
        "Another p2pqwirkle uses {path}: close it, or choose another directory with --data."
    ),
    "cli.damaged-identity": (
        "{path} is damaged: put your key back from a copy, or remove the file and be a new player."
    ),
    "cli.no-disk": (
        "The game could not be written to {path} ({reason}): make room there. What was said "
        "before is kept."
    ),
    "cli.busy-port": (
        "Port {port} is in use: close the program that has it, or choose another with --port."
    ),
    "cli.cannot-listen": (
        "This computer cannot listen on {host}, port {port} ({reason}): choose others with --bind "
        "and --port."
    ),
    "cli.nobody-listens": (
        "Nobody has a table open at {address}: compare it with the host's screen, and ask whether "
        "the table is still open."
    ),
    "cli.no-answer": (
        "The host's computer does not answer on port {port}: let its firewall pass that port, or "
        "compare {address} with the host's screen."
    ),
    "cli.no-route": (
        "No network leads to {host}: are both computers on the same one? Guest networks often part "
        "their guests; a phone's hotspot does not."
    ),
    "cli.kept-apart": (
        "Nothing answers at {host}, although it is of the same network: it keeps its guests apart, "
        "as guest networks do, or the host's computer is off. Use another network, or a phone's "
        "hotspot."
    ),
    "cli.no-permission": (
        "No network leads to {host}: allow your terminal the local network in System Settings, "
        "Privacy, and see whether both computers are on the same network."
    ),
    "cli.unknown-host": "No computer is called {host}: give the address on the host's screen.",
    "cli.unreachable": "{address} cannot be reached ({reason}): compare it with the host's screen.",
    "cli.no-table": "What answers at {address} is no table of p2pqwirkle: compare the address.",
    "cli.no-such-table": (
        "No table with the id {id} answers: see `p2pqwirkle tables`, or join with the address on "
        "the host's screen."
    ),
    "cli.many-tables": "Several tables have a free seat: name one of {tables}.",
    "cli.many-to-watch": "Several tables may be watched: name one of {tables}.",
    "cli.no-table-found": (
        "No table with a free seat was found: join with the address on the host's screen, or see "
        "`p2pqwirkle doctor`."
    ),
    "cli.none-to-watch": (
        "No table that may be watched was found: watch with the address of one of the players, "
        "or see `p2pqwirkle doctor`."
    ),
    "cli.other-version": (
        "The host has p2pqwirkle {theirs} (protocol {their_protocol}), you have {ours} (protocol "
        "{our_protocol}): one of you has to change."
    ),
    "cli.has-begun": "The game at {address} has begun: ask the host to open another table.",
    "cli.not-watched": (
        "The players at {address} have not agreed to be watched: a host allows it with --watchers."
    ),
    "cli.gallery-full": "Too many watch at {address} already: try the address of another player.",
    "cli.watched-over": "The game at {address} is over.",
    "cli.false-game": "What {address} shows is no game of its own that may be watched: {reason}.",
    "cli.is-full": "All seats at {address} are taken: ask the host for a larger table.",
    "cli.needs-code": (
        "The table at {address} has a code: ask the host for it, and give it with --code."
    ),
    "cli.no-code-there": (
        "The table at {address} has no code: join without one, if you trust everybody on your "
        "network."
    ),
    "cli.wrong-code": (
        "That code is not right for {address}: one of the words is different. Ask the host to read"
        " them again."
    ),
    "cli.too-soon": (
        "Somebody keeps trying wrong codes at {address}: tell the host, and try again later."
    ),
    "cli.code-spent": "Too many wrong codes were tried at {address}: ask the host for a new one.",
    "cli.false-host": (
        "What answers at {address} does not know the code, and may not be your host: compare the "
        "address with the host's screen."
    ),
    "cli.put-out": "The host at {address} has put you out.",
    "cli.same-identity": (
        "Your key has a seat at {address} already: one player has one seat. Another player on "
        "this computer needs a directory of its own, with --data."
    ),
    "cli.no-host": "{address} is a player, not the host: ask the host for the address.",
    "cli.name-refused": "The host does not take your name: choose a plainer one with --name.",
    "cli.not-signed": "The host wanted you to sign something else than was shown: {reason}.",
    "cli.refused": "The host at {address} and this program do not understand each other: {reason}.",
    "cli.host-left": "The host has closed the table at {address}.",
    "cli.host-lost": "The connection to {address} was lost before the game: try again.",
    "cli.silent": (
        "Nothing was heard of {names} for {seconds} seconds: the game ends here. The record is "
        "kept in {path}."
    ),
    "cli.players-gone": (
        "Nobody of the players was heard for {seconds} seconds, and their game was not over. "
        "What was seen of it is kept in {path}."
    ),
    "cli.players-refuse": (
        "For {seconds} seconds no player has let you watch: {reason}. "
        "What was seen of the game is kept in {path}."
    ),
    "cli.doubled": (
        "Another program with your key plays your seat in this game: end it first, or play on "
        "there. A copy of a data directory is no second seat."
    ),
    "cli.left": (
        "You have left before the end; p2pqwirkle resume goes on with the game. The record is kept "
        "in {path}."
    ),
    "cli.watched-left": "You have left before the end. What was seen is kept in {path}.",
    "cli.resigned": "You have resigned. The record is kept in {path}.",
    "cli.gone-on": (
        "The others have agreed to go on without you, and you cannot come back into this game. "
        "The record is kept in {path}."
    ),
    "cli.fault": "{name} broke a rule: {reason}. The proof is in {path}.",
    "cli.spoilt.fault": "There was no game: {names} broke a rule at its opening: {reason}.",
    "cli.spoilt.silent": "There was no game: {names} did not open it with the others.",
    "cli.spoilt.nobody": "There was no game, and nobody can be blamed for it.",
    "cli.collapsed": "The game cannot go on: {reason}. Nobody can be blamed; see {path}.",
    "cli.record-exists": "{path} exists already: choose another file, or remove it.",
    "cli.no-record": "The record cannot be written to {path} ({reason}): choose another file.",
    "cli.seat-failed": "{name} could not play on: {reason}",
    "cli.records-differ": "The players' records are not the same: {names}.",
    # Encoding.
    "E1": "these bytes are not the one form in which a value is written",
    "E2": "a field is missing, of another type, or out of its range",
    # Record.
    "C1": "the signature does not belong to these words",
    "C2": "this is no entry of this version of the protocol",
    "C3": "this was said in another game, or by somebody who has no seat",
    "C4": "its author told two stories",
    "C5": "the file is not what a record looks like",
    "C7": "the private journal is damaged, or of another game",
    "C8": "a remark is not what can be said",
    # Bag.
    "B1": "a number or an element is not what the bag can use",
    "B3": "a key does not belong to the player who shows it",
    "B4": "a masked tile is not what it should be",
    "B5": "a proof does not hold",
    "B6": "the opened tile is not the one that was asked for",
    "B7": "the bag was not shuffled honestly",
    "B9": "the tiles were not all hidden by one fresh secret",
    "B10": "the tiles in the hands and in the bag do not fit together",
    # Table.
    "T1": "the charter is not the one that everybody signed",
    "T2": "somebody spoke out of turn",
    "T3": "an opening is not what was committed to",
    "T6": "the claim is not what was pledged",
    "T7": "the move names tiles that are not the mover's",
    "T8": "the tiles cannot be what the proofs say: nobody can be blamed for it",
    "T9": "the sealed scores are not those of the game",
    "T11": "the question cannot be asked or answered so",
    "T12": "this is nothing that could be passed over",
    # Links.
    "L1": "what is at the other end is not the player that it should be",
    "L2": "a frame is not what a link can carry",
    "L3": "a link was too slow, too full, or silent",
    "L4": "the host has no seat to give",
    "L5": "the charter is not what the lobby has shown",
    "L5.4": "the host begins before you have said that you are ready",
    "L6": "the link is for another game",
    "L6.6": "another program with the same key has a living link to this player",
    "L10": "the code is not the one that the host has said",
    "L11": "whoever watches a game only listens, and asks the players alone",
    "L11.1": "the game has not begun yet",
    "L11.2": "the players have not agreed to be watched",
    "L11.3": "as many watch at this player's computer as it has room for",
    "L9": "what answers is not the table that was found",
    # Audit.
    "A2": "an entry is missing, doubled or in the wrong place",
    "A3": "the tiles are not the 108 of the game",
}


LANGUAGES: Final = ("en", "lv", "cs")
"""Those in which every sentence is known; the sentences above are English."""
DOMAIN: Final = "p2pqwirkle"
LOCALE: Final = Path(__file__).with_name("locale")


class _Tongue:
    """The language of the program, the one thing here that is set and not given."""

    language = LANGUAGES[0]
    translations = gettext.NullTranslations()


def speak(language: str) -> None:
    """Say every sentence in *language* from now on; it is one of `LANGUAGES`."""
    _Tongue.language = language
    _Tongue.translations = gettext.translation(
        DOMAIN, LOCALE, languages=[language], fallback=language == LANGUAGES[0]
    )


def spoken() -> str:
    """The language in which every sentence is said now."""
    return _Tongue.language


def language_for(environment: Mapping[str, str]) -> str:
    """The language that the locale in *environment* asks for; English if we do not know it."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((value for value in named if value), "")
    wanted = (environment.get("LANGUAGE") or "").split(":") if locale not in ("", "C") else []
    spoken = (code.partition("_")[0].partition(".")[0] for code in (*wanted, locale))
    return next((code for code in spoken if code in LANGUAGES), LANGUAGES[0])


def sentence(key: str, **fields: object) -> str:
    """The sentence for *key*, with its *fields* filled in."""
    return open_sentence(key).format(**fields)


def open_sentence(key: str) -> str:
    """The sentence for *key* with its fields still to be filled in, by somebody else."""
    return _Tongue.translations.gettext(SENTENCES[key])


def clause_sentence(clause: str) -> str:
    """What breaking *clause* means: its own sentence, or that of its section."""
    return sentence(clause if clause in SENTENCES else clause.partition(".")[0])
