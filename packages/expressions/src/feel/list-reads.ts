import type { Read } from '../expression.ts'
import { declareFree, type Scope } from './compile/scope.ts'
import { collapseName } from './syntax/names.ts'
import type { Iterator, Node, NodeOf } from './syntax/node.ts'

/** The places in free variables that a value may come from. */
type Origins = readonly (readonly string[])[]

/**
 * The names that are visible at a position, innermost first. In a filter the entries of `item` come before every other
 * name.
 */
interface Environment {
  readonly outer: Environment | null
  readonly locals: ReadonlyMap<string, Origins>
  readonly item: Origins | null
}

interface Walk {
  readonly scope: Scope
  readonly reads: Map<string, Read>
}

/**
 * Lists what a compiled expression reads from its free variables, as paths: `sum(items.price)` reads `items.price`, not
 * all of `items`. Never less than evaluation reads, sometimes more: a value that is passed on counts as read
 * completely.
 */
export function listReads(tree: Node, scope: Scope): readonly Read[] {
  const walk: Walk = { scope, reads: new Map() }
  use(tree, { outer: null, locals: new Map(), item: null }, walk)
  return [...walk.reads.values()]
}

/** The value of a node is needed as a whole. */
function use(node: Node, env: Environment, walk: Walk): void {
  note(trace(node, env, walk), 'value', walk)
}

function note(origins: Origins, of: Read['of'], { reads }: Walk): void {
  for (const path of origins) reads.set(JSON.stringify([of, path]), { path, of })
}

/** Where the value of a node comes from, without reading it yet. What it is made of on the way is read. */
function trace(node: Node, env: Environment, walk: Walk): Origins {
  switch (node.kind) {
    case 'literal':
    case 'input':
      return []
    case 'name':
      return traceName(collapseName(node.name), env, walk)
    case 'path':
      return trace(node.target, env, walk).map((path) => [...path, node.name])
    case 'filter':
      return traceFilter(node, env, walk)
    case 'list':
      return node.items.flatMap((item) => trace(item, env, walk))
    case 'if':
      use(node.condition, env, walk)
      return [...trace(node.whenTrue, env, walk), ...trace(node.whenFalse, env, walk)]
    case 'for':
      return trace(node.body, traceIterators(node.iterators, env, walk), walk)
    case 'some':
    case 'every':
      use(node.body, traceIterators(node.iterators, env, walk), walk)
      return []
    case 'context':
      useContext(node, env, walk)
      return []
    case 'call':
      useCall(node.callee, node.args, env, walk)
      return []
    case 'named call':
      useCall(
        node.callee,
        node.args.map(({ value }) => value),
        env,
        walk,
      )
      return []
    case 'function':
    case 'external function':
      use(node.body, nest(env, new Map(node.parameters.map(({ name }) => [name, []]))), walk)
      return []
    default:
      for (const part of partsOf(node)) use(part, env, walk)
      return []
  }
}

function traceName(name: string, env: Environment, walk: Walk): Origins {
  const entries: string[][] = []
  for (let current: Environment | null = env; current; current = current.outer) {
    const local = current.locals.get(name)
    if (local !== undefined) return [...entries, ...local]
    if (current.item !== null) entries.push(...current.item.map((path) => [...path, name]))
  }
  return [...entries, [declareFree(walk.scope, name).name]]
}

function traceFilter({ target, filter }: NodeOf<'filter'>, env: Environment, walk: Walk): Origins {
  const origins = trace(target, env, walk)
  note(origins, 'rows', walk)
  use(filter, { outer: env, locals: new Map([['item', origins]]), item: origins }, walk)
  return origins
}

function traceIterators(iterators: readonly Iterator[], env: Environment, walk: Walk): Environment {
  let inner = env
  for (const { name, domain, end } of iterators) {
    const origins = trace(domain, inner, walk)
    if (end === null) note(origins, 'rows', walk)
    else {
      note(origins, 'value', walk)
      use(end, inner, walk)
    }
    inner = nest(inner, new Map([[name, origins]]))
  }
  return nest(inner, new Map([['partial', []]]))
}

function useContext({ entries }: NodeOf<'context'>, env: Environment, walk: Walk): void {
  let inner = env
  for (const { name, value } of entries) {
    const origins = trace(value, inner, walk)
    note(origins, 'value', walk)
    inner = nest(inner, new Map([[name, origins]]))
  }
}

/** Builtins that look at how many items there are, and at none of them. */
const counting = new Set(['count', 'is empty'])

function useCall(callee: Node, args: readonly Node[], env: Environment, walk: Walk): void {
  if (callee.kind === 'name' && counting.has(collapseName(callee.name))) {
    for (const arg of args) note(trace(arg, env, walk), 'rows', walk)
    return
  }
  if (callee.kind !== 'name') use(callee, env, walk)
  for (const arg of args) use(arg, env, walk)
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'arithmetic':
    case 'comparison':
      return [node.left, node.right]
    case 'negation':
      return [node.operand]
    case 'between':
      return [node.value, node.low, node.high]
    case 'in':
      return [node.value, ...node.tests]
    case 'instance of':
      return [node.value]
    case 'interval':
      return [node.start, node.end]
    case 'unary comparison':
      return [node.endpoint]
    default:
      return []
  }
}

function nest(outer: Environment, locals: ReadonlyMap<string, Origins>): Environment {
  return { outer, locals, item: null }
}
