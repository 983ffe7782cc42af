import { listTexts, type ProcessModel } from '@millrace/bpmn'
import { findScriptLanguage } from '@millrace/expressions'

/** Lists the keys of global properties that a process reads anywhere: in conditions, mappings, scripts and mails. */
export function listGlobalsOfProcess(model: ProcessModel): string[] {
  return listTexts(model).flatMap((found) =>
    found.kind === 'script' ? readScript(found.script) : readGlobals(found.text.language, found.text.text),
  )
}

function readScript({ language, text }: { readonly language: string; readonly text: string | null }): string[] {
  return text === null ? [] : readGlobals(language, text)
}

/**
 * Lists the keys that an expression reads from `globals`: `globals.key`, `globals["key"]`, `get value(globals, "key")`.
 * Mentions in texts and comments do not count, except in JavaScript, where both are harder to recognize. Computed keys
 * are only known at run time.
 */
export function readGlobals(language: string, text: string): string[] {
  switch (findScriptLanguage(language)) {
    case 'uel':
      return [...text.matchAll(uelPart)].flatMap(([part]) => find(part, aside.uel))
    case 'feel':
      return find(text, aside.feel)
    case 'javascript':
      return find(text, null)
    default:
      return []
  }
}

/** `${…}` and `#{…}` of a text. A part or a string without an end takes the rest, so that no sign is read twice. */
const uelPart = /[$#]\{(?:[^}"']|"(?:[^"\\]|\\(?:.|$))*(?:"|$)|'(?:[^'\\]|\\(?:.|$))*(?:'|$))*(?:\}|$)/gs

/** Texts and comments, in which no globals are searched. */
const aside = {
  uel: String.raw`"(?:[^"\\]|\\(?:.|$))*(?:"|$)|'(?:[^'\\]|\\(?:.|$))*(?:'|$)`,
  feel: String.raw`"(?:[^"\\]|\\(?:.|$))*(?:"|$)|\/\*.*?(?:\*\/|$)|\/\/[^\n]*`,
}

const name = String.raw`[A-Za-z]\w*`
const reads = [
  // A map in UEL has these as methods.
  String.raw`(?<![\w.$])globals\s*\.\s*(?:get|getOrDefault)\s*\(\s*(?<mark>["'])(?<taken>${name})\k<mark>`,
  String.raw`(?<![\w.$])globals\s*\??\.\s*(?<member>${name})\b(?!\s*\()`,
  String.raw`(?<![\w.$])globals\s*(?:\?\.\s*)?\[\s*(?<sign>["'])(?<entry>${name})\k<sign>\s*\]`,
  String.raw`get\s+value\s*\(\s*globals\s*,\s*"(?<got>${name})"\s*\)`,
]

function find(text: string, passed: string | null): string[] {
  const pattern = new RegExp([...reads, ...(passed === null ? [] : [passed])].join('|'), 'gs')
  return [...text.matchAll(pattern)].flatMap(
    ({ groups }) => groups?.taken ?? groups?.member ?? groups?.entry ?? groups?.got ?? [],
  )
}
