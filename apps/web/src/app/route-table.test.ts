import { helpTexts } from '@millrace/contract/help-texts'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import '../lib/i18n.ts'
import '../lib/page-texts.ts'
import { findTrail } from './page-trail.ts'
import { routeTable } from './route-table.ts'

describe('the route table', () => {
  it('has every address once, regardless of the names of its values', () => {
    const addresses = routeTable.map(({ path }) => path.replaceAll(/\$\w+/g, '$'))
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it.each(routeTable)('leads to $path by pages that it has, whose values the address has too', (page) => {
    for (const leading of findTrail(page))
      for (const [name] of leading.path.matchAll(/\$\w+/g)) expect(page.path).toContain(name)
    expect(i18next.exists(page.title)).toBe(true)
  })

  it('has a page for each help text, and no menu entry without its section', () => {
    const used = new Set<string>(routeTable.map(({ help }) => help))
    expect(Object.keys(helpTexts).filter((name) => !used.has(name))).toEqual([])
    expect(routeTable.filter(({ inMenu, section }) => inMenu && section === null)).toEqual([])
  })

  it('finds a page under the name of its help in each file that several pages share', async () => {
    const shared = routeTable.filter(({ isNamedByHelp }) => isNamedByHelp)
    expect(shared.length).toBeGreaterThan(10)
    for (const { load, help } of shared) expect(await load()).toHaveProperty(help, expect.any(Function))
    const names = shared.map(({ help }) => help)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('the help texts', () => {
  it.each(Object.entries(helpTexts))('of %s fit one line, and say more in sentences', (_, { line, about }) => {
    expect(line.length).toBeLessThanOrEqual(76)
    expect(line).toMatch(/\.$/)
    expect(about).toMatch(/\.$/)
  })
})
