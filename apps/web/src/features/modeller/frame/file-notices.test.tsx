import { MantineProvider } from '@mantine/core'
import type { FileLoss } from '@millrace/bpmn/keep'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { LossesNotice, NamesNotice } from './file-notices.tsx'

addTexts('translation', modellerTexts)

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('a file that would lose something lists it, and is opened when somebody agrees', async () => {
  stubBrowser()
  const losses: readonly FileLoss[] = [
    { kind: 'element', part: 'BPMNShape', owner: 'Mix dough', line: 12 },
    { kind: 'attribute', part: 'default', owner: 'Mix dough', line: 4 },
    { kind: 'text', part: 'documentation', owner: null, line: 2 },
    ...Array.from({ length: 20 }, (_, at): FileLoss => ({ kind: 'element', part: 'oven', owner: null, line: 20 + at })),
  ]
  const [onOpen, onCancel] = [vi.fn(), vi.fn()]
  render(
    <MantineProvider>
      <LossesNotice losses={losses} onOpen={onOpen} onCancel={onCancel} />
    </MantineProvider>,
  )
  expect(lines().slice(0, 3)).toEqual([
    '“BPMNShape” of “Mix dough” in line 12',
    'Attribute “default” of “Mix dough” in line 4',
    'Text of “documentation” in line 2',
  ])
  expect(lines().at(-1)).toBe('11 more parts')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Open anyway' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

it('what is not drawn is said until somebody closes it', async () => {
  stubBrowser()
  render(
    <MantineProvider>
      <NamesNotice what="undrawn" names={['Sweep', 'Evening']} />
    </MantineProvider>,
  )
  expect(screen.getByText('2 shapes and lines of this file are not shown')).toBeDefined()
  expect(lines()).toEqual(['Sweep', 'Evening'])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('listitem')).toBe(null)
})

it('sub-processes whose steps have moved to a page are named', () => {
  stubBrowser()
  render(
    <MantineProvider>
      <NamesNotice what="moved" names={['Mix dough']} />
    </MantineProvider>,
  )
  expect(screen.getByText('The steps in 1 collapsed sub-process have moved to a page of their own')).toBeDefined()
  expect(lines()).toEqual(['Mix dough'])
})
