import type { Compiled } from './expression.ts'
import { compileFeel } from './feel/index.ts'
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
