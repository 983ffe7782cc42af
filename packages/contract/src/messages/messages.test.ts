import { expect, it } from 'vitest'
import { firstTexts } from '../messages.ts'
import { decisionEditorTexts } from './decision-editor.ts'
import { designTexts } from './design-texts.ts'
import { engineTexts } from './engine-texts.ts'
import { designerTexts } from './form-designer.ts'
import { mailEditorTexts } from './mail-editor.ts'
import { modellerTexts } from './modeller.ts'
import { packageTexts } from './packages.ts'
import { pageTexts } from './page-texts.ts'
import { peopleTexts } from './people-texts.ts'
import { rightsTexts } from './rights-texts.ts'
import { secondFactorTexts } from './second-factor.ts'
import { settingTexts } from './settings.ts'
import { signInTexts } from './sign-in.ts'

it('people learn what to do, not what a client has expected', () => {
  const texts = listTexts({
    ...firstTexts,
    ...signInTexts,
    ...secondFactorTexts,
    ...pageTexts,
    ...designTexts,
    ...engineTexts,
    ...designerTexts,
    ...mailEditorTexts,
    ...packageTexts,
    ...peopleTexts,
    ...rightsTexts,
    ...modellerTexts,
    ...settingTexts,
    ...decisionEditorTexts,
  })
  expect(texts.length).toBeGreaterThan(300)
  // “Expected” alone is the head of a column of results.
  expect(texts.filter((text) => text !== 'Expected' && /\bexpected\b(?! (?:results?|end)\b)/i.test(text))).toEqual([])
})

function listTexts(texts: object): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : listTexts(text)))
}
