import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconChevronDown from 'icon:chevron-down'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

it('draws lines in the colour of the text, as wide and as large as is said, hidden from a screen reader', () => {
  const { container } = render(<IconChevronDown size={16} stroke={1.6} className="mine" />)
  const svg = container.querySelector('svg')
  expect(Object.fromEntries([...(svg?.attributes ?? [])].map(({ name, value }) => [name, value]))).toMatchObject({
    width: '16',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'aria-hidden': 'true',
    class: 'mine',
  })
  expect(container.querySelector('path')?.getAttribute('d')).toBe('m6 9l6 6l6-6')
})

it('draws areas of a filled one, and is read where it has a label', () => {
  const { container } = render(<IconAlertCircleFilled aria-label="Late" />)
  const svg = container.querySelector('svg')
  expect([svg?.getAttribute('fill'), svg?.getAttribute('stroke'), svg?.getAttribute('width')]).toEqual([
    'currentColor',
    null,
    '24',
  ])
  expect([svg?.getAttribute('aria-label'), svg?.hasAttribute('aria-hidden')]).toEqual(['Late', false])
})
