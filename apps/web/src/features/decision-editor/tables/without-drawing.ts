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

/** For dmn-js: its decision table keeps the model and its commands, and draws nothing. */
export const withoutDrawing = { renderer: ['type', NoRenderer] }
