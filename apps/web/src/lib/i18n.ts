import { screenTexts } from '@millrace/contract'
import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof screenTexts }
    returnNull: false
  }
}

/** Ready when this module is: the first language comes with the program, so nothing is loaded. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: screenTexts } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  returnNull: false,
})

export type Translate = TFunction

/** For what is no component: toasts after a call, titles. */
export const t: Translate = i18next.t
