import { MantineProvider } from '@mantine/core'
import { openFile } from '@millrace/bpmn/testing'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { AddProperty } from './add-property.tsx'
import { listSections } from './model/list-sections.ts'
import type { PanelContext } from './use-panel.ts'

addTexts('translation', modellerTexts)

it('the focus stays at the menu when a property was added by keys', async () => {
  stubBrowser()
  const { get, create, dialect } = await openFile(
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="p"><userTask id="t"/></process></definitions>',
  )
  const panel = { showsAll: false, added: new Set(), options: { create, dialect }, apply: vi.fn() }
  const onAdd = vi.fn()
  render(
    <MantineProvider env="test">
      <AddProperty sections={listSections(get('t'))} panel={panel as unknown as PanelContext} onAdd={onAdd} />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  const menu = () => screen.getByRole('combobox', { name: 'Add property' })
  for (const count of [1, 2]) {
    if (count === 1) await user.click(menu())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onAdd).toHaveBeenCalledTimes(count)
    expect(document.activeElement).toBe(menu())
  }
})
