import { pageTexts } from '@millrace/contract/page-texts'
import { afterEach, expect, it } from 'vitest'
import { t } from './i18n.ts'
import { addTexts, restoreLanguage, setLanguage } from './languages.ts'
import { setPreference } from './preferences.ts'

afterEach(async () => {
  await setLanguage('en')
  localStorage.clear()
})

it('texts of another language keep their values, and the page says which way it runs', async () => {
  await setLanguage('en-XB')
  expect(t('shell.logout')).toBe('[Ĺóǵóúť]')
  expect(t('shell.profileMenu', { name: 'Rosa 7' })).toContain('Rosa 7')
  expect(document.documentElement.dir).toBe('rtl')
  expect(document.documentElement.lang).toBe('en-XB')
})

it('texts that come later come in the language that is shown, and in English after it', async () => {
  await setLanguage('en-XA')
  addTexts('translation', pageTexts)
  expect(t('deployments.title')).toMatch(/^\[Đ/)
  await setLanguage('en')
  expect(t('deployments.title')).toBe('Deployments')
})

it('the language of the last visit is back at the next, and a language that is not known is English', async () => {
  setPreference('language', 'en-XA')
  await restoreLanguage()
  expect(t('shell.help')).toMatch(/^\[/)
  await setLanguage('xx-YY')
  expect(t('shell.help')).toBe('Help')
})
