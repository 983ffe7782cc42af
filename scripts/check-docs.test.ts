import { describe, expect, it } from 'vitest'
import { findDocProblems } from './check-docs.ts'
import { openDocuments } from './docs/documents.ts'
import { anchorsOf } from './docs/headings.ts'

it('finds nothing that the documents promise and the project does not keep', () => {
  expect(findDocProblems()).toEqual([])
})

const { read } = openDocuments()

/** A document with one thing changed. */
function change(path: string, from: string | RegExp, to: string): Record<string, string> {
  const before = read(path) ?? ''
  const after = before.replace(from, to)
  if (after === before) throw new Error(`Expected “${from}” in ${path}.`)
  return { [path]: after }
}

describe('the check of the documents finds', () => {
  it.each([
    [
      'a link that leads nowhere',
      change('README.md', '(CONTRIBUTING.md)', '(CONTRIBUTE.md)'),
      'the link CONTRIBUTE.md',
    ],
    [
      'a picture that no document shows',
      change('README.md', '(docs/guide/pictures/instance.png)', '(docs/guide/pictures/tasks.png)'),
      'docs/guide/pictures/instance.png: Expected a document to show the picture',
    ],
    ['a heading that is not there', { 'docs/x.md': '[a](glossary.md#nothing)' }, 'a heading #nothing'],
    [
      'an error that is not listed',
      change('docs/errors.md', /^\| `task\.taken`.*\n/m, ''),
      'Run npm run node -- scripts/check-docs.ts',
    ],
    [
      'a budget that is not told of',
      change('docs/guide/budgets.md', /^\| `callTime`.*\n/m, ''),
      'docs/guide/budgets.md: Expected the budgets',
    ],
    [
      'another value of a budget',
      change('docs/guide/budgets.md', '| 2,000 ms |', '| 3,000 ms |'),
      'docs/guide/budgets.md: Expected the budgets',
    ],
    [
      'a variable that is not explained',
      change('README.md', /^\| `PORT`.*\n/m, ''),
      'the variable PORT to be explained',
    ],
    ['a variable that nothing reads', change('README.md', '| `PORT` |', '| `PORTS` |'), 'nothing reads PORTS'],
    [
      'another default',
      change('README.md', '| `PORT` | `8080` |', '| `PORT` | `80` |'),
      'PORT to have the default 8080',
    ],
    ['a folder that is not there', change('README.md', '| `packages/` |', '| `parcels/` |'), 'the folder parcels/'],
    ['a package without its place', change('ARCHITECTURE.md', '      dmn/ ', '      dmnx/ '), 'to have dmn/'],
    [
      'a decision without its line',
      { 'docs/decisions/0099-x.md': '# 99. X\n\nStatus: accepted\n' },
      'Run npm run node -- scripts/check-docs.ts',
    ],
    [
      'two decisions with one number',
      { 'docs/decisions/0099-x.md': '# 99. X\n\nStatus: accepted\n' },
      '99 is used twice',
    ],
    [
      'a decision without its status',
      change('docs/decisions/0001-one-lock-for-a-call-hierarchy.md', 'accepted', 'ok'),
      'a line “Status',
    ],
    [
      'a function of a path that is not there',
      change('ARCHITECTURE.md', '`packages/engine/src/run.ts` `runOn`', '`packages/engine/src/run.ts` `runAway`'),
      'runAway in packages/engine/src/run.ts',
    ],
    [
      'a path that leaves a function out',
      change('ARCHITECTURE.md', /^6\. `[^`]*` `decideOnKnown`.*\n/m, ''),
      'to go on with runOnKnown',
    ],
    [
      'a path that leaves out a function of the same file',
      change('ARCHITECTURE.md', /^5\. `[^`]*` `createUnit`.*\n/m, ''),
      'Expected unitOfWork of apps/server/src/runtime/execute/unit-of-work.ts to go on with decideOnKnown',
    ],
    [
      'a path that counts its functions wrong',
      change('ARCHITECTURE.md', 'seven functions behind the first', 'six functions behind the first'),
      'to have six functions behind the first, but it lists 7',
    ],
    [
      'a function that another one makes and that is not there',
      change('ARCHITECTURE.md', '`createOpenUnit.save`', '`createOpenUnit.store`'),
      'Expected createOpenUnit.store in apps/server/src/runtime/execute/open-unit.ts',
    ],
    ['a command that does not exist', { 'docs/x.md': '`npm run fly`' }, 'a script fly'],
    ['a file that does not exist', { 'docs/x.md': '`npm run node -- scripts/fly.ts`' }, 'the file scripts/fly.ts'],
    ['a command for any Node', { 'docs/x.md': '`node scripts/check.ts`' }, 'npm run node -- scripts/check.ts'],
    [
      'a kind without its recipe',
      change('CONTRIBUTING.md', 'npm run new -- field NAME', 'nothing'),
      'npm run new -- field',
    ],
    ['a word out of its order', change('docs/glossary.md', '| activity |', '| zactivity |'), 'in order'],
  ])('%s', (_what, instead, words) => {
    expect(findDocProblems(openDocuments(instead)).join('\n')).toContain(words)
  })
})

it('makes anchors as the pages have them', () => {
  expect(anchorsOf('# One, two\n\n```\n# none\n```\n## `DATABASE_URL` and [more](x.md)\n')).toEqual([
    'one-two',
    'database_url-and-more',
  ])
})
