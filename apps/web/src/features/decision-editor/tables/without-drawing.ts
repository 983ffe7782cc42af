/** What draws a table in dmn-js. Nothing is drawn here: the table of the editor reads the model. */
class NoRenderer {
  static $inject = ['config.renderer']
  readonly #container: HTMLElement

  constructor({ container }: { container: HTMLElement }) {
    this.#container = container
  }

  getContainer(): HTMLElement {
    return this.#container
  }
}

/** A module of dmn-js for decision tables: it keeps the model and its commands, and renders nothing. */
export const withoutDrawing = { renderer: ['type', NoRenderer] }
