import { externalLimits, type FileAdapter } from '@millrace/contract'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { getParameter, type Parameters } from './parameters.ts'

const places = /\{([A-Za-z][A-Za-z0-9_]{0,49})\}/g

/** Lists the parameters in the two paths of a file adapter, each once. */
export function listFilePlaces({ path, target }: Pick<FileAdapter, 'path' | 'target'>): readonly string[] {
  return [...new Set([path, target].flatMap((text) => [...text.matchAll(places)].map(([, name = '']) => name)))]
}

/**
 * Returns a path with the values of its parameters. A value is a part of a name, so it may not contain slashes, and a
 * name may not consist of dots only.
 *
 * @throws OutgoingFailure for a value that is not allowed.
 */
export function fillFilePath(path: string, parameters: Parameters): string {
  const filled = path.replaceAll(places, (_, name: string) => {
    const value = getParameter(parameters, name)
    if (value === '') throw refused(`Expected a value for “${name}” in the path of the file, but it is empty.`)
    if (/[/\\\p{Cc}]/u.test(value))
      throw refused(`Expected “${name}” to be a part of a file name, but it has a slash or a control character.`)
    return value
  })
  if (filled.split('/').some((part) => /^\.{1,2}$/.test(part)))
    throw refused('Expected values for the path of the file, but a name in it consists of dots.')
  if (filled.length > externalLimits.address)
    throw refused(`Expected a path of at most ${externalLimits.address} characters, but it is longer.`)
  return filled
}

/** Returns a function that compares a file name with a pattern: `*` stands for any characters. */
export function matchName(pattern: string): (name: string) => boolean {
  const pieces = pattern.toLowerCase().split('*')
  return (name) => {
    if (pattern === '') return true
    const text = name.toLowerCase()
    const [first = '', ...rest] = pieces
    const last = rest.pop()
    if (last === undefined) return text === first
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
    let at = first.length
    for (const piece of rest) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - last.length
  }
}

function refused(message: string): OutgoingFailure {
  return new OutgoingFailure(message, { isFinal: true })
}
