import { afterEach, expect, it } from 'vitest'
import { keepMenusOpen } from './keep-menus-open.ts'

afterEach(() => document.body.replaceChildren())

function openMenu() {
  document.body.innerHTML =
    '<main tabindex="-1"><section tabindex="-1"><input id="type"><div class="options"><div>number</div></div></section><button>Save</button></main>'
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
  const heard: string[] = []
  const hear = ({ target }: FocusEvent) => void heard.push((target as HTMLElement).localName)
  document.addEventListener('focusin', hear)
  const end = keepMenusOpen(find('section'))
  const stop = () => {
    document.removeEventListener('focusin', hear)
    end()
  }
  return { find, heard, end: stop }
}

it('a press on an entry that takes no focus is not heard as a move out of the menu', () => {
  const { find, heard, end } = openMenu()
  // What the browser does at a press on the entry.
  find('section').focus()
  expect([heard, document.activeElement?.localName]).toEqual([[], 'section'])
  find('#type').focus()
  expect(heard).toEqual(['input'])
  end()
})

it('a move to something else is heard, in the region and beside it', () => {
  const { find, heard, end } = openMenu()
  find('#type').focus()
  find('button').focus()
  find('main').focus()
  expect(heard).toEqual(['input', 'button', 'main'])
  end()
})
