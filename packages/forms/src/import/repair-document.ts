import { compile } from '../compile/compile.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { DocumentProblem } from '../document/types.ts'
import { formFeel } from '../feel.ts'

interface Repair {
  /** Id of the node. */
  readonly node: string
  readonly property: string
  readonly message: string
}

export type Repaired =
  | { readonly ok: true; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly message: string }

/** More rounds than properties that can depend on each other. */
const maxRounds = 20

/**
 * Removes the properties with which a document could not be saved: defaults that their field refuses, expressions with
 * errors, properties that contradict each other. Not ok when faults remain that are not in properties.
 */
export function repairDocument(document: Readonly<Record<string, unknown>>): Repaired {
  const repairs: Repair[] = []
  for (let round = 0; round < maxRounds; round++) {
    const compiled = compile(document, { language: formFeel })
    if (compiled.ok) return { ok: true, repairs }
    const nodes = indexProps(document.root, new Map())
    const found = compiled.problems.flatMap((problem) => takeOut(problem, nodes))
    if (found.length === 0) return { ok: false, message: compiled.problems[0]?.message ?? '' }
    repairs.push(...found)
  }
  return {
    ok: false,
    message: 'Expected a form that can be saved, but too many of its properties contradict each other.',
  }
}

type NodeProps = { type: unknown; props: Record<string, unknown> }

function indexProps(nodes: unknown, index: Map<string, NodeProps>): Map<string, NodeProps> {
  for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : []) {
    if (!isPlainObject(node)) continue
    if (typeof node.id === 'string' && isPlainObject(node.props))
      index.set(node.id, { type: node.type, props: node.props })
    indexProps(node.children, index)
  }
  return index
}

/** Properties that can contradict others, the least important first. */
const contradicting = ['defaultValue', 'setTo', 'decimals', 'unique', 'totals', 'min', 'minLength', 'max', 'maxLength']

function takeOut(problem: DocumentProblem, nodes: ReadonlyMap<string, NodeProps>): Repair[] {
  const node = problem.node === null ? undefined : nodes.get(problem.node)
  if (node === undefined || problem.node === null) return []
  const { props } = node
  const named = problem.at.split('.').at(-1) ?? ''
  const property = Object.hasOwn(props, named) ? named : contradicting.find((name) => props[name] !== undefined)
  if (property === undefined) return []
  if (node.type === 'computed' && property === 'computed') {
    if (props.computed === '=null') return []
    props.computed = '=null'
  } else delete props[property]
  return [{ node: problem.node, property, message: problem.message }]
}
