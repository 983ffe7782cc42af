import { limits, patterns } from '@millrace/contract'
import type { Translate } from '../../lib/i18n.ts'
import type { ThemeDraft } from './use-theme-editor.ts'

export interface DraftFaults {
  readonly name?: string
  readonly code?: string
}

/** Returns the errors of name and code that can be found without other themes (specification, section 5). */
export function findDraftFaults(
  { name, code }: ThemeDraft,
  { mode, t }: { mode: 'none' | 'add' | 'edit'; t: Translate },
): DraftFaults {
  const check = (value: string, missing: string): string | undefined => {
    const text = value.trim()
    if (text === '') return missing
    if (text.length > limits.themeName) return t('themes.tooLong', { max: limits.themeName })
    return patterns.name.regex.test(text) ? undefined : t('themes.nameForm')
  }
  const nameFault = check(name, t('themes.nameMissing'))
  const codeFault = mode === 'add' ? check(code, t('themes.codeMissing')) : undefined
  return {
    ...(nameFault === undefined ? {} : { name: nameFault }),
    ...(codeFault === undefined ? {} : { code: codeFault }),
  }
}
