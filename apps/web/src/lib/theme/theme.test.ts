import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ThemeVariables, themeColours } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { chooseTheme } from './active-theme.ts'
import { baseTokens } from './base-tokens.ts'
import { contrast, fromOklch, mix, reachContrast, toOklch } from './colour.ts'
import { readTheme } from './read-theme.ts'
import { resolveTheme, writeStyleSheet } from './resolve-theme.ts'
import { checkLegibility, getThemeColours } from './theme-colours.ts'

const tokensCss = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

describe('colours', () => {
  it('have the contrast of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#ffffff')).toBe(1)
  })

  it.each(['#000000', '#ffffff', '#7a2e4d', '#00ff00', '#0000ff', '#ffff00', '#123456'])('%s survives OKLCH', (hex) => {
    expect(fromOklch(toOklch(hex))).toBe(hex)
  })

  it('that no screen shows give way in chroma', () => {
    expect(fromOklch({ l: 0.5, c: 1, h: 0 })).toMatch(/^#[0-9a-f]{6}$/)
    expect(fromOklch({ l: 2, c: 0.4, h: 1 })).toBe('#ffffff')
  })

  it('become legible in the nearest lightness', () => {
    const better = reachContrast('#8d8489', ['#ffffff'], 4.5)
    expect(contrast(better, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(better, '#ffffff')).toBeLessThan(5)
    expect(reachContrast('#777777', ['#000000', '#ffffff'], 7)).toMatch(/^#(000000|ffffff)$/)
  })

  it('mix', () => expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080'))
})

describe('the built-in theme', () => {
  it.each(['light', 'dark'] as const)('has the tokens of the style sheet in %s', (scheme) => {
    const block =
      scheme === 'light'
        ? tokensCss.split('[data-mantine-color-scheme="dark"]')[0]
        : tokensCss.split('[data-mantine-color-scheme="dark"]')[1]
    for (const [name, value] of Object.entries(baseTokens[scheme])) {
      const inCss = new RegExp(`${name}: (#[0-9a-f]+);`).exec(block ?? '')?.[1]
      expect([name, inCss?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')]).toEqual([name, value])
    }
    expect(resolveTheme({}, scheme)).toMatchObject(baseTokens[scheme])
    expect(resolveTheme({}, scheme)['--app-r']).toBe('6px')
  })

  it('is legible everywhere', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const colours = getThemeColours({}, scheme)
      for (const name of themeColours) expect(checkLegibility(colours, name)).toMatchObject({ isEnough: true })
    }
  })
})

describe('one accent', () => {
  it.each(['#7a2e4d', '#006d7d', '#ffd400', '#ff0000', '#000000', '#ffffff', '#00ff66', '#1a1aff'])(
    '%s creates a legible theme in light and dark',
    (accent) => {
      for (const scheme of ['light', 'dark'] as const) {
        const tokens = resolveTheme({ light: { accent } }, scheme)
        const ratio = (one: string, other: string) =>
          contrast(tokens[one as '--app-x'] ?? '', tokens[other as '--app-x'] ?? '')
        expect(ratio('--app-accent-text', '--app-sheet')).toBeGreaterThanOrEqual(4.5)
        expect(ratio('--app-accent-text', '--app-accent-soft')).toBeGreaterThanOrEqual(4.5)
        // A given accent stays as it is: the editor warns of it and offers another.
        if (scheme === 'dark') expect(ratio('--app-on-accent', '--app-accent')).toBeGreaterThanOrEqual(4.5)
        expect(ratio('--app-text', '--app-accent-soft')).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('for dark only gives light one that carries white', () => {
    expect(
      contrast(getThemeColours({ dark: { accent: '#66ccff' } }, 'light').accent, '#ffffff'),
    ).toBeGreaterThanOrEqual(4.5)
  })
})

describe('a theme', () => {
  it('that is hard to read gets a message, with a colour that helps', () => {
    const colours = getThemeColours({ light: { secondaryText: '#8d8489' } }, 'light')
    const { isEnough, ratio, better } = checkLegibility(colours, 'secondaryText')
    expect([isEnough, ratio < 4.5, (better?.ratio ?? 0) >= 4.5]).toEqual([false, true, true])
  })

  it('with another sheet has lines and borders that fit it', () => {
    const tokens = resolveTheme({ light: { sheet: '#fdf6e3', text: '#3b2f1e' } }, 'light')
    expect(contrast(tokens['--app-control'] ?? '', '#fdf6e3')).toBeGreaterThanOrEqual(3)
    expect(tokens['--app-line']).not.toBe(baseTokens.light['--app-line'])
  })

  it('for one scheme leaves the other unchanged', () => {
    expect(resolveTheme({ light: { desk: '#ffeecc' } }, 'dark')).toMatchObject(baseTokens.dark)
  })

  it('is written as rules of tokens, and nothing else', () => {
    const sheet = writeStyleSheet({ light: { accent: '#7a2e4d' }, radius: 10, density: 'compact', font: 'georgia' })
    for (const line of sheet.split('\n'))
      expect(line).toMatch(/^\[data-[a-z-]+="[a-z]+"\]\{(--app-[a-z0-9-]+:[#\w ,'-]+;?)+\}$/)
    expect(sheet).toContain('--app-row-h:32px')
    expect(sheet).toContain('--app-r:10px')
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', null],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['what loads', '{"light":{"accent":"url(//evil.example)"},"font":"x;}@import url(//evil.example)"}'],
    ['what ends the rule', '{"dark":{"desk":"#fff}body{display:none"},"radius":"6px","density":["compact"]}'],
    ['a prototype', '{"__proto__":{"light":{"accent":"#ffffff"}},"light":{"__proto__":{"desk":"#000000"}}}'],
  ])('of %s is the built-in one', (_, text) => {
    expect(writeStyleSheet(readTheme(text))).toBe(writeStyleSheet({}))
  })

  it('is read as it was written', () => {
    const theme: ThemeVariables = {
      light: { accent: '#7a2e4d' },
      dark: { desk: '#000000' },
      radius: 2,
      font: 'arial',
      density: 'relaxed',
    }
    expect(readTheme(JSON.stringify(theme))).toEqual(theme)
  })
})

describe('which theme counts', () => {
  const theme = (code: string) => ({ id: code, code, name: code, variables: '{}', usedBy: 0 })
  const themes = [theme('a'), theme('b')]
  it.each([
    [null, 'a', 'a'],
    ['b', 'a', 'b'],
    ['gone', 'a', 'a'],
    ['theme-default', 'a', undefined],
    [null, 'theme-default', undefined],
    [null, 'gone', undefined],
  ])('own %s and the workplace’s %s give %s', (own, site, code) => {
    expect(chooseTheme({ data: { themeCode: site }, themes, profile: { themeCode: own } })?.code).toBe(code)
  })
})
