import { basename } from 'node:path'
import type { Documents } from './documents.ts'

const folder = 'docs/decisions'

export const decisionList = `${folder}/README.md`

/**
 * Checks that each decision has its own number and a status, and is in the list. Numbers can have gaps, because
 * decisions that are written at the same time get theirs before they are merged. Returns the problems.
 */
export function checkDecisions(documents: Documents): string[] {
  const list = documents.read(decisionList)
  return [
    ...listDecisions(documents).flatMap(checkDecision),
    ...(list === presentDecisions(documents)
      ? []
      : [
          `${decisionList}: Expected a line for each decision with its title, but it has others. Run npm run node -- scripts/check-docs.ts --write.`,
        ]),
  ]
}

export function presentDecisions(documents: Documents): string {
  const lines = listDecisions(documents).map(({ name, number, title }) => `${number}. [${title}](${name})`)
  return `# Decisions

One page for each choice that costs more than a day to reverse: context, decision, consequences. A decision that no longer holds is superseded by a later one, not edited.

${lines.join('\n')}
`
}

interface Decision {
  readonly path: string
  readonly name: string
  readonly number: number
  readonly heading: string
  readonly title: string
  readonly status: string
}

function listDecisions(documents: Documents): Decision[] {
  return documents.list(`${folder}/0*.md`).map((path) => {
    const [heading = '', , status = ''] = (documents.read(path) ?? '').split('\n')
    const name = basename(path)
    return { path, name, number: Number(name.slice(0, 4)), heading, title: heading.replace(/^# \d+\. /, ''), status }
  })
}

function checkDecision({ path, number, heading, status }: Decision, index: number, all: readonly Decision[]): string[] {
  const problems: string[] = []
  if (all[index - 1]?.number === number)
    problems.push(`${path}: Expected a number that no other decision has, but ${number} is used twice.`)
  if (!heading.startsWith(`# ${number}. `))
    problems.push(`${path}: Expected a title that begins with the number, but it is “${heading}”.`)
  if (!/^Status: (accepted|superseded by \d+)$/.test(status))
    problems.push(`${path}: Expected a line “Status: accepted” or “Status: superseded by N”, but it is “${status}”.`)
  return problems
}
