/** Defines the SVG functions of a browser that bpmn-js uses and jsdom lacks: every box has the same size. */
export function stubDrawing(): { readonly undo: () => void } {
  const drawing = SVGElement.prototype as unknown as Record<string, unknown>
  const before = Object.getOwnPropertyDescriptors(SVGElement.prototype)
  const globals = globalThis as unknown as Record<string, unknown>
  const held = { SVGMatrix: globals.SVGMatrix, CSS: globals.CSS }
  Object.assign(drawing, {
    getBBox: () => ({ x: 0, y: 0, width: 10, height: 10 }),
    getScreenCTM: createMatrix,
    getCTM: createMatrix,
    getTotalLength: () => 10,
    getPointAtLength: () => ({ x: 0, y: 0 }),
    createSVGMatrix: createMatrix,
    createSVGTransform: createTransform,
    createSVGTransformFromMatrix: createTransform,
  })
  Object.defineProperty(drawing, 'transform', { configurable: true, get: () => ({ baseVal: createTransforms() }) })
  const canvas = HTMLCanvasElement.prototype
  const { getContext } = canvas
  canvas.getContext = () => null
  globals.SVGMatrix = class {}
  globals.CSS = { escape: (text: string) => text.replaceAll(/[^\w-]/g, '\\$&') }
  return {
    undo: () => {
      for (const name of Object.getOwnPropertyNames(drawing)) if (!(name in before)) delete drawing[name]
      canvas.getContext = getContext
      Object.assign(globals, held)
    },
  }
}

function createMatrix(): object {
  const self = { inverse: createMatrix, multiply: createMatrix, translate: createMatrix, scale: createMatrix }
  return { ...self, a: 1, b: 0, c: 0, d: 1, e: 0, f: 0, rotate: createMatrix }
}

function createTransform(): object {
  return { matrix: createMatrix(), setMatrix() {}, setTranslate() {}, setRotate() {}, setScale() {} }
}

function createTransforms(): object {
  return {
    numberOfItems: 0,
    consolidate: () => null,
    clear() {},
    initialize: createTransform,
    appendItem: createTransform,
    getItem: createTransform,
    createSVGTransformFromMatrix: createTransform,
  }
}
