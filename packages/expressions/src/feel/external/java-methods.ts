import type { FeelValue } from '../values/value.ts'
export interface JavaMethod {
  readonly parameterCount: number
  call(args: readonly (FeelValue | undefined)[]): FeelValue
}
export function findJavaMethod(className: string, signature: string): JavaMethod | undefined {
  return undefined
}
