import type { Compiled } from './expression.ts'
import { compileFeel } from './feel/index.ts'
import { type Allowance, outOfLoop, unitsOfParsing } from './meter.ts'
import { type CompiledScript, compileJavaScript, findScriptLanguage } from './script/index.ts'
import { compileUel } from './uel/index.ts'

/**
 * Compiles a text in the language of a name that models use, such as `juel` or `text/javascript`.
 *
 * @returns null when that language does not run here.
 */
export function compile(language: string, source: string): Compiled | CompiledScript | null {
  switch (findScriptLanguage(language)) {
    case 'uel':
      return compileUel(source)
    case 'feel':
      return compileFeel(source)
    case 'javascript':
      return compileJavaScript(source)
    default:
      return null
  }
}

/**
 * Charges the cost of compiling a text. Scripts are parsed by a separate engine, which no meter counts.
 *
 * @throws OutOfAllowance
 */
export function chargeCompiling(language: string, source: string, { meter, isOnLoop }: Allowance): void {
  switch (findScriptLanguage(language)) {
    case 'feel':
      meter.charge(unitsOfParsing(source.length))
      return
    case 'uel':
      meter.charge(source.length * 2)
      return
    case 'javascript':
      if (isOnLoop) throw outOfLoop()
      return
  }
}
