import { dialects } from '../dialects/index.ts'
import type { Dialect } from '../model.ts'
import { BPMN_URI, XSI_URI } from '../vocabulary/namespaces.ts'
import { definitions } from '../vocabulary/themes/processes.ts'

export interface RawXml {
  readonly xml: string
}

type Value = string | number | boolean | RawXml

export type XmlTag = (strings: TemplateStringsArray, ...values: readonly Value[]) => string

/**
 * A BPMN file around its contents, for tests and small tools. BPMN is the default namespace and every vendor's prefix
 * is declared; where none is used, the file counts as Camunda's. Values are escaped unless they come from `rawXml`.
 *
 *     bpmn`<process id="p" isExecutable="true"><startEvent id="s" name="${name}"/></process>`
 */
export const bpmn: XmlTag = (strings, ...values) => writeDefinitions(fill(strings, values))

/** Writes a BPMN file like `bpmn`, in one dialect: no other prefix is declared. */
export function bpmnOf(dialect: Dialect): XmlTag {
  return (strings, ...values) => writeDefinitions(fill(strings, values), dialect)
}

/** Marks a text as XML, so that it is inserted without escaping. */
export function rawXml(xml: string): RawXml {
  return { xml }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns a file of one dialect, or with the prefixes of all, around its contents. */
export function writeDefinitions(contents: string, dialect?: Dialect): string {
  const declared = Object.values(dialects).filter((one) => dialect === undefined || one.dialect === dialect)
  const prefixes = declared.map((one) => ` xmlns:${one.dialect}="${one.uri}"`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<definitions xmlns="${BPMN_URI}" xmlns:xsi="${XSI_URI}"${prefixes} ${definitions.targetNamespace.name}="http://example.org">\n${contents}\n</definitions>`
}

function fill(strings: TemplateStringsArray, values: readonly Value[]): string {
  return String.raw(
    { raw: strings },
    ...values.map((value) => (typeof value === 'object' ? value.xml : escapeXml(String(value)))),
  )
}
