import { parseXml, walk, type XmlElement } from '@millrace/xml'
import { detectDialect } from '../dialects/detect-dialect.ts'
import type { DialectDescriptor } from '../dialects/dialect.ts'
import { dialectList } from '../dialects/index.ts'
import type { Dialect } from '../model.ts'
import { schemaElementNames } from '../vocabulary/elements.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { describeDialect, isVendorElement, type ModdlePackage } from './describe-dialect.ts'
import { describeInvented } from './describe-invented.ts'

type Vendor = DialectDescriptor['dialect']

export interface ModdleExtensions {
  /** The vendor whose attributes moddle gets for BPMN elements, so that a modeller can write them. */
  readonly dialect: Vendor
  /** The dialect whose rules apply, which an editor writes into the file as `millrace:dialect`. */
  readonly rules: Dialect
  /** The packages by prefix, for `moddleExtensions`. */
  readonly packages: Readonly<Record<string, ModdlePackage>>
}

/**
 * Creates the moddle extensions with which bpmn-js loads a file, keeps all vendor content, and writes it unchanged.
 * Unknown elements are described from the file, because moddle drops elements without a description: those of vendor
 * namespaces, and invented texts in the BPMN namespace.
 *
 * @param xml the file that is opened; without one, a new model of our own dialect.
 */
export function createModdleExtensions(xml = ''): ModdleExtensions {
  const parsed = parseXml(xml)
  const root = parsed.ok ? parsed.root : null
  const found = root === null ? 'millrace' : detectDialect(root)
  const dialect = found === 'bpmn' ? 'millrace' : found
  const packages = dialectList.map((one) => [
    one.dialect,
    describeDialect(one, {
      withAttributes: one.dialect === dialect,
      others: root === null ? new Map() : listOthers(one, root),
    }),
  ])
  const invented = root === null ? [] : [['invented', describeInvented(root)]]
  return { dialect, rules: found, packages: Object.fromEntries([...packages, ...invented]) }
}

function listOthers(dialect: DialectDescriptor, root: XmlElement): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { uri, name, children } of walk(root)) {
    if (uri !== dialect.uri || isVendorElement(name)) continue
    const inside = found.get(name) ?? new Set<string>()
    for (const child of children)
      if (child.uri === BPMN_URI && schemaElementNames.has(child.name)) inside.add(child.name)
    found.set(name, inside)
  }
  return found
}
