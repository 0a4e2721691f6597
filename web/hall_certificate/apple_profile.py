"""The certificate as a configuration profile, the only way into an iPad that asks nobody's help.

The profile is not signed, and iPads say so: what would sign it is what they don't know yet.
"""

from __future__ import annotations

import plistlib
from uuid import NAMESPACE_DNS, uuid5

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding


def apple_profile(authority: x509.Certificate, name: str) -> bytes:
    """A profile that installs ``authority``; the same one each time, so that it replaces itself."""
    digest = authority.fingerprint(hashes.SHA256()).hex()
    identifier = f"tilescribe.hall.{digest[:16]}"
    ends = f"{authority.not_valid_after_utc:%Y-%m-%d}"
    inner = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"{identifier}.certificate",
        "PayloadUUID": str(uuid5(NAMESPACE_DNS, f"certificate.{digest}")).upper(),
        "PayloadDisplayName": f"Tilescribe hall ({name})",
        "PayloadCertificateFileName": "tilescribe-hall.crt",
        "PayloadContent": authority.public_bytes(Encoding.DER),
    }
    profile = {
        "PayloadType": "Configuration",
        "PayloadVersion": 1,
        "PayloadIdentifier": identifier,
        "PayloadUUID": str(uuid5(NAMESPACE_DNS, f"profile.{digest}")).upper(),
        "PayloadDisplayName": f"Tilescribe hall ({name})",
        "PayloadDescription": f"Lets this device write scores in the hall called {name}. The "
        f"certificate in it can vouch for that name and private networks only, until {ends}.",
        "PayloadContent": [inner],
    }
    return plistlib.dumps(profile)
