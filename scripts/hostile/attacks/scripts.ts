import { type Attack, endingOf } from '../attack.ts'
import { deployAndStart, oneActivity, scriptTask } from '../models.ts'

/** The limits that end a script: its own, that of the call, or that of its thread. */
const ends = ['422 BudgetExceededException', '400 RestException']

function script(name: string, key: string, text: string, isShort = false): Attack {
  return {
    name,
    within: 5000,
    ends,
    isShort,
    run: async (attacker) => endingOf(await deployAndStart(attacker, key, oneActivity(key, scriptTask(text)))),
  }
}

/** Attacks by scripts that spend their time in native functions, which do not check the time limit. */
export const scripts: readonly Attack[] = [
  script('a script that never ends', 'endless', 'while (true);', true),
  script(
    'reverse().sort() of arrays of 20 MB',
    'sorting',
    'var a = []; for (var i = 0; i < 2000000; i++) a.push(i); for (;;) a.reverse().sort();',
    true,
  ),
  script(
    'indexOf in texts of 10 MB',
    'searching',
    'var s = "a".repeat(10000000); for (;;) s.indexOf("b".repeat(1000) + "a");',
  ),
  script('toUpperCase of texts of 10 MB', 'upper', 'var s = "aä".repeat(5000000); for (;;) s.toUpperCase();'),
  script('a text that doubles', 'doubling', 'var s = "ab"; for (;;) s += s;'),
  script('an array that grows', 'growing', 'var a = []; for (;;) a.push({ n: a.length });'),
  script('calls within calls', 'recursion', 'function f(n) { return f(n + 1) + 1 } f(0)'),
  script('a regular expression that goes back and forth', 'backtracking', '/^(a+)+$/.test("a".repeat(40) + "b")'),
  script('a number of millions of digits', 'digits', 'var n = 3n; for (;;) n = n * n;'),
  script('JSON of JSON of JSON', 'nesting', 'var s = "x"; for (;;) s = JSON.stringify(s + s);'),
]
