import type { FeelType } from '../types/feel-type.ts'

/** The state that the functions of the parser share. */
export interface Reader {
  textOf(at: { from: number; to: number }): string
  findType(name: string): FeelType | undefined
  report(at: { from: number; to: number }, message: string): void
}
