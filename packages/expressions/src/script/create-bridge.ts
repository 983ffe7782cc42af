import type { HostObject, Scope } from '../expression.ts'
import { callHostMethod, propertyOfGetter, readHostProperty } from '../uel/host-object.ts'
import { createWire, type Wire } from './wire.ts'

/** The function by which a script in a sandbox calls the host. */
export interface Bridge {
  readonly wire: Wire
  /** The settings of the sandbox, as JSON. */
  readonly settings: string
  /** Errors of the host that were passed into the sandbox, to recognise them when they are thrown out of it. */
  readonly faults: readonly { error: unknown }[]
  answer(operation: string, a: string, b: string): string
}

/** What a script needs from its bridge, determined when it is compiled. */
export interface Needs {
  readonly identifiers: readonly string[]
  /** The script calls methods of Java's maps or of Spin's nodes on its variables. */
  readonly isJavaLike: boolean
}

/** Opens a bridge to a scope. Scripts only see variables that they mention; long ones are copied at the first read. */
export function createBridge(scope: Scope, { identifiers, isJavaLike }: Needs): Bridge {
  const objects: HostObject[] = []
  const wire = createWire(objects)
  const faults: { error: unknown }[] = []
  const answer = (operation: string, a: string, b: string) => {
    try {
      return answerPlain(operation, a, b)
    } catch (error) {
      faults.push({ error })
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      return `e${JSON.stringify({ name, message, fault: faults.length - 1 })}`
    }
  }
  const answerPlain = (operation: string, a: string, b: string): string => {
    if (operation === 'get') return wire.encode(scope.get(a))
    const [verb, number] = operation === 'kind' || operation === 'read' ? [operation, a] : ['call', operation.slice(5)]
    const object = objects[Number(number)]
    if (object === undefined)
      throw new Error(`Expected an object of the engine, but there is none with number ${number}.`)
    if (verb === 'kind') return `s${findKind(object, b)}`
    if (verb === 'read') return wire.encode(readHostProperty(object, b) ?? null)
    return wire.encode(callHostMethod(object, a, wire.decode(b) as unknown[]) ?? null)
  }
  return {
    wire,
    settings: JSON.stringify({ ...presentSettings(scope, identifiers, { objects, wire }), isJavaLike }),
    faults,
    answer,
  }
}

interface Crossing {
  readonly objects: HostObject[]
  readonly wire: Wire
}

const longestCarried = 200

function presentSettings(scope: Scope, identifiers: readonly string[], { objects, wire }: Crossing): object {
  const names: string[] = []
  const values: Record<string, string> = {}
  const numbers: Record<string, number> = {}
  for (const name of identifiers) {
    const object = Object.hasOwn(scope.objects, name) ? scope.objects[name]?.() : undefined
    if (object !== undefined) {
      numbers[name] = objects.push(object) - 1
      continue
    }
    const value = scope.get(name)
    if (value === undefined) continue
    names.push(name)
    if (isShort(value)) values[name] = wire.encode(value)
  }
  const now = scope.now.getTime()
  return { now, seed: now % 4294967296, names, values, objects: numbers }
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= longestCarried : typeof value !== 'object' || value === null
}

function findKind(object: HostObject, name: string): 'property' | 'method' | 'none' {
  if (Object.hasOwn(object.methods, name)) return 'method'
  if (Object.hasOwn(object.properties, name)) return 'property'
  const property = propertyOfGetter(name)
  if (property !== undefined && Object.hasOwn(object.properties, property)) return 'method'
  const capital = name.charAt(0).toUpperCase() + name.slice(1)
  return [`get${capital}`, `is${capital}`].some((getter) => Object.hasOwn(object.methods, getter)) ? 'property' : 'none'
}
