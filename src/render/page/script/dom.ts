/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** How each part of the page's script reads the page, and writes text only as text. */
export interface Dom {
  readonly all: <Found extends Element = HTMLElement>(selector: string, within?: ParentNode) => Found[]
  readonly one: (id: string) => HTMLElement | null
  readonly create: <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string) => HTMLElementTagNameMap[Name]
  /** The numbers in an attribute, between spaces. */
  readonly numbersOf: (element: Element, attribute: string) => string[]
}

export function readDom(): Dom {
  return {
    all: <Found extends Element>(selector: string, within: ParentNode = document) => [
      ...within.querySelectorAll<Found>(selector),
    ],
    one: id => document.getElementById(id),
    create: (name, text) => {
      const element = document.createElement(name)
      element.textContent = text
      return element
    },
    numbersOf: (element, attribute) => (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean),
  }
}
