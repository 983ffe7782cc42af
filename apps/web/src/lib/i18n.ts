import { firstTexts } from '@millrace/contract'
import type { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import type { designTexts } from '@millrace/contract/design-texts'
import type { designerTexts } from '@millrace/contract/designer-texts'
import type { engineTexts } from '@millrace/contract/engine-texts'
import type { helpLabels, helpTexts } from '@millrace/contract/help-texts'
import type { mailEditorTexts } from '@millrace/contract/mail-editor-texts'
import type { modellerTexts } from '@millrace/contract/modeller-texts'
import type { packageTexts } from '@millrace/contract/package-texts'
import type { pageTexts } from '@millrace/contract/page-texts'
import type { peopleTexts } from '@millrace/contract/people-texts'
import type { rightsTexts } from '@millrace/contract/rights-texts'
import type { secondFactorTexts } from '@millrace/contract/second-factor-texts'
import type { settingTexts } from '@millrace/contract/setting-texts'
import type { signInTexts } from '@millrace/contract/sign-in-texts'
import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'

/**
 * The texts by namespace. Texts that are not needed at first are loaded with the pages that show them: see
 * `page-texts.ts`.
 */
export interface Texts {
  readonly translation: typeof firstTexts &
    typeof signInTexts &
    typeof secondFactorTexts &
    typeof pageTexts &
    typeof designTexts &
    typeof engineTexts &
    typeof designerTexts &
    typeof mailEditorTexts &
    typeof packageTexts &
    typeof peopleTexts &
    typeof rightsTexts &
    typeof modellerTexts &
    typeof settingTexts &
    typeof decisionEditorTexts
  readonly help: typeof helpTexts & { readonly words: typeof helpLabels }
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: Texts
    returnNull: false
  }
}

/** Ready when this module is: the first language comes with the program, so nothing is loaded. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: firstTexts } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  returnNull: false,
  saveMissing: true,
  missingKeyHandler: (_languages, namespace, key, _fallback, _isUpdate, options) => {
    if (options?.defaultValue === undefined)
      console.error(`Expected a text for ${namespace}:${key}, but there is none.`)
  },
})

export type Translate = TFunction

/** Translates a text outside of components, such as in toasts after a call and in titles. */
export const t: Translate = i18next.t
