import type { FeelType } from '../types/feel-type.ts'
import { compileByKind } from './compilers.ts'
import type { Scope } from './scope.ts'

export interface RootScopeOptions {
  /** Names that are in the root frame, in this order. */
  readonly declared?: Readonly<Record<string, FeelType>>
  /** Names that are looked up at run time, with their known types. */
  readonly expected?: Readonly<Record<string, FeelType>>
  /** Types that the model declares. */
  readonly findType?: (name: string) => FeelType | undefined
  readonly isStrict?: boolean
}

/** Returns the outermost scope of an expression. */
export function createRootScope(options: RootScopeOptions): Scope {
  const { declared = {}, expected = {}, findType = () => undefined, isStrict = false } = options
  return {
    parent: null,
    kind: 'locals',
    names: Object.keys(declared),
    types: { ...expected, ...declared },
    isStrict,
    free: new Map(),
    unknown: [],
    findType,
    compile: compileByKind,
  }
}
