import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './imports/list-imports.ts'
import { root } from './run-tool.ts'
import { longLabels } from './writing/long-labels.ts'
import { phrases } from './writing/phrases.ts'
import { listDocComments, listMessages, listParagraphs, type WrittenText } from './writing/read-texts.ts'
import { findUnknownParameters } from './writing/unknown-parameters.ts'

const messages = 'packages/contract/src/messages/'
const maxWords = 35
const maxLabelLength = 40

/** A verb by which a text without a full stop is a sentence, such as a title, and not a label. */
const verb =
  /\b(?:is|are|was|were|has|have|had|does|do|can|cannot|could|will|would|must|should|may|change|open|opens|keeps?|works|contains|failed|started|finished|ended)\b/i

/**
 * Finds texts that break the rules of docs/writing.md that a program can check: phrases that it rules out, long
 * sentences, long labels, and doc comments about parameters that do not exist.
 *
 * @returns one sentence for each fault, with its file and line
 */
export function findWritingProblems(files: readonly SourceFile[] = readSources()): string[] {
  return files.flatMap((file) => {
    const isCatalogue = file.path.startsWith(messages)
    const found = file.path.endsWith('.md') ? listParagraphs(file) : listDocComments(file)
    const texts = isCatalogue ? listMessages(file) : []
    return [
      ...[...found, ...texts].flatMap(findPhrases),
      ...texts.flatMap(findLongSentences),
      ...texts.flatMap(findLongLabel),
      ...(file.path.endsWith('.md') ? [] : findUnknownParameters(file)),
    ]
  })
}

function findPhrases({ path, line, text }: WrittenText): string[] {
  const lower = text.toLowerCase().replaceAll(/\{\{\w*\}\}/g, (value) => ' '.repeat(value.length))
  return phrases.flatMap(({ pattern, instead }) =>
    Array.from(
      lower.matchAll(pattern),
      ({ 0: found, index }) =>
        `${path}:${line + countLines(text, index)}: Expected “${instead}” or another term of docs/writing.md, but found “${found}”.`,
    ),
  )
}

function findLongSentences({ path, line, text }: WrittenText): string[] {
  return text
    .split(/(?<=[.?!:]) |\n/)
    .map(countWords)
    .filter((count) => count > maxWords)
    .map(
      (count) =>
        `${path}:${line}: Expected sentences of at most ${maxWords} words, but one has ${count}. Make two of it.`,
    )
}

function findLongLabel({ path, line, text }: WrittenText): string[] {
  if (!isLabel(text) || text.length <= maxLabelLength || longLabels.has(text)) return []
  return [
    `${path}:${line}: Expected a label of at most ${maxLabelLength} characters, but “${text}” has ${text.length}. Shorten it, or make it a sentence. A text that the specification gives has a line in scripts/writing/long-labels.ts.`,
  ]
}

/**
 * Returns whether a text is a single phrase: no punctuation but brackets, no value, no markup and no verb of a
 * sentence.
 */
function isLabel(text: string): boolean {
  return !/[.?!:;,…<]|\{\{|\$\{|\n/.test(text) && !verb.test(text) && !text.startsWith('Error while ')
}

function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split('\n').length - 1
}

function readSources(): SourceFile[] {
  return globSync(['docs/guide/*.md', 'packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

if (import.meta.main) {
  const problems = findWritingProblems()
  for (const problem of problems) console.error(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}
