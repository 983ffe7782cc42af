import { chooseLocale, localiseForm, type RuntimeDocument } from '@millrace/forms'
import { useMemo } from 'react'
import { useLanguage } from '../../lib/languages.ts'
import { readPreference } from '../../lib/preferences.ts'

/** Returns a form in the language of its reader: the one they chose, else those of their browser. */
export function useLocalised(document: RuntimeDocument): RuntimeDocument {
  const { tag } = useLanguage()
  return useMemo(() => {
    const wanted = readPreference('language') === '' ? navigator.languages : [tag, ...navigator.languages]
    return localiseForm(document, chooseLocale(document, wanted))
  }, [document, tag])
}
