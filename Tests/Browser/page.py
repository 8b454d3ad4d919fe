"""A report's page in Debian's Chromium, as a person and a test see it."""

import json
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

PATIENCE = 20


class Page:
    """One browser, and the page that it shows."""

    def __init__(self, width=1200, height=900, arguments=()):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-dev-shm-usage", "--lang=en", *arguments]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)
        self.size(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def colors(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, address):
        """Opens an address, and waits until the page has shown what it says; `canary` must never be called."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.canaries = 0; window.canary = () => { window.canaries += 1; }; window.violations = [];
            document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.blockedURI));
        """})
        self.driver.get(address)
        self.wait("return document.body.dataset.ready !== undefined")

    def go(self, hash):
        """Changes what stands behind the # and waits until it is shown."""
        self.run("location.hash = arguments[0]", hash)
        self.wait("""return document.body.dataset.ready === cairn.changed({...cairn.readAddress(location.hash),
            job: cairn.readAddress(location.hash).job || JSON.parse(document.body.dataset.jobs)[0][0]}, {i: '', view: ''})""")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        """Runs a script with `await`; answers what it returns."""
        return self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; (async (...arguments) => { " + script
            + " })(...[...arguments].slice(0, -1)).then(done, (error) => done({error: String(error)}));", *arguments)

    def wait(self, condition, what=None):
        end = time.monotonic() + PATIENCE
        while not self.run(condition):
            if time.monotonic() > end:
                raise SystemExit(f"waited in vain for {what or condition}; {self.run('return document.body.innerText.slice(0, 500)')}")
            time.sleep(0.02)

    def keys(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def complaints(self):
        """Console messages, refused loads and calls of the canary since the page was opened."""
        found = [entry["message"] for entry in self.driver.get_log("browser")]
        return found + [f"refused: {uri}" for uri in self.run("return window.violations")] \
            + ["the canary was called"] * self.run("return window.canaries")

    def requests(self):
        """The addresses that were asked for since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]


def expect(is_true, words):
    if not is_true:
        raise SystemExit(words)


__all__ = ["Keys", "Page", "expect"]
